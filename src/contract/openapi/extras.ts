import * as z from 'zod/mini'
import { auditActions, auditActors, auditObjects } from '../audit.ts'
import { linkKinds, linkModes } from '../links.ts'
import { extensionNames, keyRoles } from '../service-info.ts'
import { viewLists } from '../views.ts'
import { named } from './naming.ts'
import { SentLinkedReport } from './reports.ts'
import { Count, Id, Timestamp } from './values.ts'
import { SentWebsite } from './websites.ts'

const keyId = z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/))
const secret = z.string().check(z.regex(/^seo_[A-Za-z0-9]{8}_[\w-]{43}$/))
const identity = { id: keyId, name: z.string(), role: z.enum(keyRoles) }

export const SentServiceInfo = named(
  'ServiceInfo',
  z.strictObject({
    service: z.string(),
    version: z.string(),
    extensions: z.array(z.enum(extensionNames)),
    key: z.optional(z.strictObject(identity)),
  }),
  'What the service has beyond the specification and, with a key, whose key it is.',
)

export const SentSignIn = named(
  'SignInAnswer',
  z.strictObject({ data: z.strictObject({ key: secret, ...identity }), status: z.literal(201) }),
)

export const SentView = named(
  'View',
  z.strictObject({
    id: Id,
    name: z.string(),
    list: z.enum(viewLists),
    query: z.string(),
    position: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  'A list under a name: `query` holds the search parameters, without defaults and the page.',
)

const key = {
  ...identity,
  created_at: Timestamp,
  expires_at: z.nullable(Timestamp),
  last_used_at: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
  current: z.boolean(),
}
export const SentKey = named('ApiKey', z.strictObject(key), 'A key without its secret; `current` is the key that asks.')
export const SentNewKey = named(
  'NewApiKey',
  z.strictObject({ ...key, key: secret }),
  'The only time that the key itself is told.',
)
export const SentKeyDeletion = named(
  'KeyDeletion',
  z.strictObject({ id: keyId, object: z.literal('key'), deleted: z.literal(true), status: z.literal(200) }),
)

const link = {
  id: Id,
  kind: z.enum(linkKinds),
  mode: z.enum(linkModes),
  label: z.string(),
  report_id: z.nullable(Id),
  website_id: z.nullable(Id),
  list: z.nullable(z.enum(viewLists)),
  query: z.nullable(z.string()),
  title: z.string(),
  created_by: z.string(),
  created_at: Timestamp,
  expires_at: z.nullable(Timestamp),
  has_password: z.boolean(),
  revoked_at: z.nullable(Timestamp),
  gone: z.boolean(),
  opens_count: Count,
  last_opened_at: z.nullable(Timestamp),
}
export const SentLink = named(
  'Link',
  z.strictObject(link),
  'A governed link without its address. `gone`: what it led to was deleted.',
)
export const SentNewLink = named(
  'NewLink',
  z.strictObject({ ...link, url: z.url(), token: z.string() }),
  "The only time that the link's address is told.",
)
export const SentOpening = named('LinkVisit', z.strictObject({ opened_at: Timestamp, client: z.string() }))

export const SentOpenedLink = named(
  'OpenedLink',
  z.strictObject({
    kind: z.enum(linkKinds),
    mode: z.enum(linkModes),
    label: z.string(),
    expires_at: z.nullable(Timestamp),
    frozen_at: z.nullable(Timestamp),
    has_password: z.boolean(),
    report: z.optional(SentLinkedReport),
    website: z.optional(SentWebsite),
    list: z.optional(z.enum(viewLists)),
    query: z.optional(z.string()),
  }),
  'What a link opens: a report, a website, or a list with its search parameters, by its kind.',
)

export const SentAuditRow = named(
  'AuditRow',
  z.strictObject({
    id: Id,
    at: Timestamp,
    actor: z.strictObject({ kind: z.enum(auditActors), id: z.nullable(z.string()), name: z.nullable(z.string()) }),
    action: z.enum(auditActions),
    object: z.nullable(
      z.strictObject({ kind: z.enum(auditObjects), id: z.union([keyId, z.int()]), name: z.nullable(z.string()) }),
    ),
    detail: z.nullable(z.string()),
  }),
  'Who did what, and when. Names are those of that time.',
)

export const SentHealth = named('Health', z.strictObject({ state: z.enum(['alive', 'ready']), status: z.literal(200) }))
