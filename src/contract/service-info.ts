import * as z from 'zod/mini'
import { orElse, orNull } from './lenient.ts'

/** `full` may do everything, `read` may only read. */
export const keyRoles = ['full', 'read'] as const
export type KeyRole = (typeof keyRoles)[number]

export const KeyInfo = z.object({ id: z.string(), name: z.string(), role: z.enum(keyRoles) })
export type KeyInfo = z.infer<typeof KeyInfo>

/**
 * The names under which `GET /api/v1` lists what our service has beyond the specification: a path of its own, or a
 * parameter (`newer_than`, `privacy_filter`) or field (`previous_score`) of the list of reports.
 */
export const extensionNames = [
  'checks',
  'sign-in',
  'views',
  'exports',
  'neighbours',
  'bulk',
  'newer_than',
  'privacy_filter',
  'previous_score',
  'shared',
  'keys',
  'audit',
  'links',
  'openapi',
] as const

/** What `GET /api/v1` says: the optional parts of this server, and, with a key, whose key it is. */
export const ServiceInfo = z.object({
  service: orElse(z.string(), 'unknown'),
  version: orNull(z.string()),
  extensions: orElse(z.array(z.string()), []),
  key: orNull(KeyInfo),
})
export type ServiceInfo = z.infer<typeof ServiceInfo>

/** A one-time sign-in token, exchanged for a key by `POST /api/v1/sign-in`. */
export const SignInAnswer = z.object({ data: z.object({ key: z.string(), ...KeyInfo.shape }) })
export type SignInAnswer = z.infer<typeof SignInAnswer>
