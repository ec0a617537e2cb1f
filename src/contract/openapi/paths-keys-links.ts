import { NewKeyForm } from '../forms/access-forms.ts'
import { NewLinkForm } from '../forms/link-form.ts'
import { SentKey, SentKeyDeletion, SentLink, SentNewKey, SentNewLink, SentVisit } from './extensions.ts'
import type { Paths } from './operation.ts'
import { lastKey, linkListParameters } from './parameters.ts'
import { deletionOf, itemOf, listOf, namedBody, wholeListOf } from './schemas.ts'

const tag = 'Beyond the specification'
const keys = { tag, extension: 'keys', access: 'full' } as const
const links = { tag, extension: 'links' } as const

const LinkItem = itemOf('LinkItem', SentLink, 200)

/** API keys and share links. */
export const keyAndLinkPaths: Paths = {
  '/api/v1/keys': {
    get: {
      ...keys,
      id: 'listKeys',
      summary: 'List keys',
      answers: { 200: { description: 'All of them, the newest first.', schema: wholeListOf('KeyList', SentKey) } },
    },
    post: {
      ...keys,
      id: 'createKey',
      summary: 'Make a key',
      form: namedBody('NewKeyWish', NewKeyForm),
      answers: { 201: { description: 'The key, told this once.', schema: itemOf('NewKeyItem', SentNewKey, 201) } },
    },
  },
  '/api/v1/keys/{id}': {
    delete: {
      ...keys,
      id: 'revokeKey',
      summary: 'Revoke a key',
      parameters: [lastKey],
      refusals: [409],
      answers: { 200: { description: 'It works no more.', schema: SentKeyDeletion } },
    },
  },
  '/api/v1/links': {
    get: {
      ...links,
      id: 'listLinks',
      summary: 'List links',
      access: 'read',
      parameters: linkListParameters,
      answers: { 200: { description: 'A page of links, the newest first.', schema: listOf('LinkList', SentLink) } },
    },
    post: {
      ...links,
      id: 'createLink',
      summary: 'Make a link',
      access: 'write',
      form: namedBody(
        'NewLinkWish',
        NewLinkForm,
        'By its kind: `report_id`, `website_id`, or `list` and `query`. Frozen can only be a report.',
      ),
      answers: {
        201: {
          description: 'The link and its address, told this once.',
          schema: itemOf('NewLinkItem', SentNewLink, 201),
          headers: ['Location'],
        },
      },
    },
  },
  '/api/v1/links/{id}': {
    get: {
      ...links,
      id: 'showLink',
      summary: 'Show a link',
      access: 'read',
      answers: { 200: { description: 'The link.', schema: LinkItem } },
    },
    delete: {
      ...links,
      id: 'revokeLink',
      summary: 'Revoke a link',
      access: 'write',
      answers: {
        200: { description: 'It opens no more, and stays in the list.', schema: deletionOf('LinkDeletion', 'link') },
      },
    },
  },
  '/api/v1/links/{id}/opens': {
    get: {
      ...links,
      id: 'listOpenings',
      summary: 'When a link was opened',
      access: 'read',
      answers: { 200: { description: 'The newest first.', schema: wholeListOf('OpeningList', SentVisit) } },
    },
  },
}
