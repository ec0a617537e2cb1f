import * as z from 'zod'
import { pageFilterNames } from './lists/page-filters.ts'

/** The name of our own service in `GET /api/v1`. */
export const serviceName = 'SEO Reports'

/** `full`: full access; `read`: read-only. */
export const keyRoles = ['full', 'read'] as const
export type KeyRole = (typeof keyRoles)[number]

export const KeyId = z.string().regex(/^[A-Za-z0-9]{1,20}$/)
export const KeyInfo = z.object({ id: KeyId, name: z.string(), role: z.enum(keyRoles) })
export type KeyInfo = z.infer<typeof KeyInfo>

/**
 * Names of the extensions in `GET /api/v1`: additional paths, additional parameters of the lists (`newer_than`,
 * `privacy_filter`, `pages_avg_score` as an order of websites, and `titles`, `latest` and the filters of pages by their
 * own names), and additional fields (`previous_score`, and `pages` for those of a website's pages). `website_pages` is
 * the list of a website's pages, with its exports.
 */
export const extensionNames = [
  'checks',
  'ruleset_changes',
  'sign-in',
  'views',
  'exports',
  'neighbours',
  'history',
  'compare',
  'render',
  'screenshots',
  'bulk',
  'newer_than',
  'privacy_filter',
  'pages_avg_score',
  'previous_score',
  'titles',
  'latest',
  ...pageFilterNames,
  'pages',
  'website_pages',
  'issues',
  'duplicates',
  'groups',
  'structure_tables',
  'crawls',
  'domains',
  'identity',
  'against',
  'website_history',
  'overview',
  'inlinks',
  'check_pages',
  'waivers',
  'findings',
  'what_if',
  'shared',
  'keys',
  'own_key',
  'audit',
  'links',
  'link_checks',
  'retention',
  'jobs',
  'schedules',
  'stages',
  'alerts',
  'brand',
  'documents',
  'document_pdf',
  'introductions',
  'badges',
  'openapi',
  'idempotency',
] as const
export type Extension = (typeof extensionNames)[number]

/** The response of `GET /api/v1`. */
export const ServiceInfo = z
  .object({
    service: z.string(),
    version: z.string(),
    extensions: z.array(z.enum(extensionNames)),
    key: KeyInfo.optional(),
  })
  .meta({
    id: 'ServiceInfo',
    description: 'The extensions of the service and, with a key, the name and role of the key.',
  })
export type ServiceInfo = z.infer<typeof ServiceInfo>

/**
 * Our own service has everything beyond the specification, other servers nothing of it. `service` is undefined until
 * the server has described itself, and null if it never does.
 */
export const isOwnService = (service: ServiceInfo | null | undefined) => service?.service === serviceName

/** Our own service doesn't have all of them: `document_pdf` needs a browser on the server. */
export const supports = (service: ServiceInfo | null | undefined, name: Extension) =>
  service?.extensions.includes(name) ?? false
