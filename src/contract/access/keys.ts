import * as z from 'zod'
import { KeyId, KeyInfo } from '../service-info.ts'
import { Id, Timestamp } from '../values.ts'
import { Grant } from './people.ts'

/** In Unicode code points. */
export const maxKeyName = 100

export const ApiKey = KeyInfo.extend({
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  current: z.boolean(),
  person: z.object({ id: Id, name: z.string() }).nullable(),
  grants: z.array(Grant).nullable(),
}).meta({
  id: 'ApiKey',
  description:
    'An API key without its secret. `current` marks the key of this request. `person` is whose key it is; null for a service key. `grants` are those to which it is limited; null if it has all that its person has, or a service key everything.',
})
export type ApiKey = z.infer<typeof ApiKey>

const Secret = z.string().regex(/^seo_[A-Za-z0-9]{8}_[\w-]{43}$/)

export const NewKey = ApiKey.extend({ key: Secret }).meta({
  id: 'NewApiKey',
  description: 'The only response that contains the key.',
})
export type NewKey = z.infer<typeof NewKey>

export const KeyDeletion = z
  .object({ id: KeyId, object: z.literal('key'), deleted: z.literal(true), status: z.literal(200) })
  .meta({ id: 'KeyDeletion' })

/** The response of `POST /api/v1/sign-in`, which exchanges a one-time token for a key. */
export const SignInResponse = z
  .object({ data: KeyInfo.extend({ key: Secret }), status: z.literal(201) })
  .meta({ id: 'SignInResponse' })
export type SignInResponse = z.infer<typeof SignInResponse>
