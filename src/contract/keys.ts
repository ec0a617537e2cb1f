import * as z from 'zod/mini'
import { orElse, orNull } from './lenient.ts'
import { keyRoles } from './service-info.ts'

/** In Unicode code points. */
export const maxKeyName = 100

/** A key without its secret, which is shown once, when it is made. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(keyRoles),
  created_at: orNull(z.string()),
  expires_at: orNull(z.string()),
  last_used_at: orNull(z.string()),
  revoked_at: orNull(z.string()),
  /** The key that asks. */
  current: orElse(z.boolean(), false),
})
export type ApiKey = z.infer<typeof ApiKey>

/** What `GET /api/v1/keys` answers, the newest first. */
export const KeysAnswer = z.object({ data: z.array(ApiKey) })

/** What `POST /api/v1/keys` answers: the only time that the key itself is told. */
export const NewKey = z.object({ ...ApiKey.shape, key: z.string() })
export type NewKey = z.infer<typeof NewKey>
