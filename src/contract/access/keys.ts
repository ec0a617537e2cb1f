import * as z from 'zod'
import { orElse, orNull } from '../responses/lenient.ts'
import { KeyInfo, keyRoles } from '../service-info.ts'

/** In Unicode code points. */
export const maxKeyName = 100

/** A key without its secret, which is shown only once, when the key is created. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(keyRoles),
  created_at: orNull(z.string()),
  expires_at: orNull(z.string()),
  last_used_at: orNull(z.string()),
  revoked_at: orNull(z.string()),
  /** True for the key that sent the request. */
  current: orElse(z.boolean(), false),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The response of `GET /api/v1/keys`, newest first. */
export const KeysResponse = z.object({ data: z.array(ApiKey) })

/** The response of `POST /api/v1/keys`, the only one with the key itself. */
export const NewKey = z.object({ ...ApiKey.shape, key: z.string() })
export type NewKey = z.infer<typeof NewKey>

/** The response of `POST /api/v1/sign-in`, which exchanges a one-time token for a key. */
export const SignInResponse = z.object({ data: z.object({ key: z.string(), ...KeyInfo.shape }) })
export type SignInResponse = z.infer<typeof SignInResponse>
