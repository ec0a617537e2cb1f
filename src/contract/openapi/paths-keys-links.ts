import { ApiKey, KeyDeletion, NewKey } from '../access/keys.ts'
import { NewKeyForm } from '../forms/access-forms.ts'
import type { Paths } from './operation.ts'
import { lastKey } from './parameters.ts'
import { itemOf, namedBody, wholeListOf } from './schemas.ts'

const tag = 'Extensions'
const keys = { tag, extension: 'keys', access: 'full' } as const

/** API keys. */
export const keyAndLinkPaths: Paths = {
  '/api/v1/keys': {
    get: {
      ...keys,
      id: 'listKeys',
      summary: 'List keys',
      responses: { 200: { description: 'All keys, newest first.', schema: wholeListOf('KeyList', ApiKey) } },
    },
    post: {
      ...keys,
      id: 'createKey',
      repeatable: true,
      summary: 'Create a key',
      form: namedBody('NewKeyForm', NewKeyForm),
      responses: {
        201: {
          description: 'The new key. Its secret is only returned here.',
          schema: itemOf('NewKeyItem', NewKey, 201),
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
      responses: { 200: { description: 'The key is revoked.', schema: KeyDeletion } },
    },
  },
}
