import * as z from 'zod'
import { Id } from './values.ts'

/** The name of our own service in `GET /api/v1`. */
export const serviceName = 'SEO Reports'

/** `full`: full access; `read`: read-only. */
export const keyRoles = ['full', 'read'] as const
export type KeyRole = (typeof keyRoles)[number]

export const KeyId = z.string().regex(/^[A-Za-z0-9]{1,20}$/)
export const KeyInfo = z.object({ id: KeyId, name: z.string(), role: z.enum(keyRoles) })
export type KeyInfo = z.infer<typeof KeyInfo>

/**
 * `owner`: everything. `member`: what their grants say. `guest`, a client’s contact: to see what their grants say, and
 * nothing of the team.
 */
export const teamRoles = ['owner', 'member', 'guest'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Who a session, or a key of a person, belongs to. */
export const PersonInfo = z.object({ id: Id, name: z.string(), team_role: z.enum(teamRoles) })
export type PersonInfo = z.infer<typeof PersonInfo>

/**
 * Features that an installation of our own service, or an older version, can lack. `document_pdf` and `rendering` need
 * a Chromium, `mail` a mail server; `people` are accounts, `clients` groups of websites; `search_console` and
 * `field_data` are Google's. All else beyond the specification follows from the name of the service.
 */
export const extensionNames = [
  'idempotency',
  'document_pdf',
  'rendering',
  'mail',
  'people',
  'clients',
  'search_console',
  'field_data',
] as const
export type Extension = (typeof extensionNames)[number]

/** The response of `GET /api/v1`. */
export const ServiceInfo = z
  .object({
    service: z.string(),
    version: z.string(),
    extensions: z.array(z.enum(extensionNames)),
    key: KeyInfo.optional(),
    person: PersonInfo.optional(),
  })
  .meta({
    id: 'ServiceInfo',
    description: 'The features of this installation and, with a key or a session, whose it is.',
  })
export type ServiceInfo = z.infer<typeof ServiceInfo>

/**
 * Our own service has everything beyond the specification, other servers nothing of it. `service` is undefined until
 * the server has described itself, and null if it never does.
 */
export const isOwnService = (service: ServiceInfo | null | undefined) => service?.service === serviceName

/** True if this installation has a feature. */
export const supports = (service: ServiceInfo | null | undefined, name: Extension) =>
  service?.extensions.includes(name) ?? false
