import { NewKeyForm } from '../forms/access-forms.ts'
import { NewLinkForm } from '../forms/link-form.ts'
import { SentKey, SentKeyDeletion, SentLink, SentNewKey, SentNewLink, SentVisit } from './extensions.ts'
import type { Paths } from './operation.ts'
import { lastKey, linkListParameters } from './parameters.ts'
import { deletionOf, itemOf, listOf, namedBody, wholeListOf } from './schemas.ts'

const tag = 'Extensions'
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
      responses: { 200: { description: 'All keys, newest first.', schema: wholeListOf('KeyList', SentKey) } },
    },
    post: {
      ...keys,
      id: 'createKey',
      summary: 'Create a key',
      form: namedBody('NewKeyForm', NewKeyForm),
      responses: {
        201: {
          description: 'The new key. Its secret is only returned here.',
          schema: itemOf('NewKeyItem', SentNewKey, 201),
        },
      },
    },
  },
  '/api/v1/keys/{id}': {
    delete: {
      ...keys,
      id: 'revokeKey',
      summary: 'Revoke a key',
      parameters: [lastKey],
      refusals: [409],
      responses: { 200: { description: 'The key is revoked.', schema: SentKeyDeletion } },
    },
  },
  '/api/v1/links': {
    get: {
      ...links,
      id: 'listLinks',
      summary: 'List share links',
      access: 'read',
      parameters: linkListParameters,
      responses: { 200: { description: 'A page of share links, newest first.', schema: listOf('LinkList', SentLink) } },
    },
    post: {
      ...links,
      id: 'createLink',
      summary: 'Create a share link',
      access: 'write',
      form: namedBody(
        'NewLinkForm',
        NewLinkForm,
        'By its kind: `report_id`, `website_id`, or `list` and `query`. Only a report can be `frozen`, a snapshot.',
      ),
      responses: {
        201: {
          description: 'The new link. Its URL is only returned here.',
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
      summary: 'Get a share link',
      access: 'read',
      responses: { 200: { description: 'The link.', schema: LinkItem } },
    },
    delete: {
      ...links,
      id: 'revokeLink',
      summary: 'Revoke a share link',
      access: 'write',
      responses: {
        200: { description: 'The link is revoked and stays in the list.', schema: deletionOf('LinkDeletion', 'link') },
      },
    },
  },
  '/api/v1/links/{id}/opens': {
    get: {
      ...links,
      id: 'listVisits',
      summary: 'List the visits of a share link',
      access: 'read',
      responses: { 200: { description: 'Visits, newest first.', schema: wholeListOf('VisitList', SentVisit) } },
    },
  },
}
