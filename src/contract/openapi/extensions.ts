import * as z from 'zod'
import { auditActions, auditObjects, AuditRow } from '../access/audit.ts'
import { ApiKey } from '../access/keys.ts'
import { View } from '../lists/views.ts'
import { CheckedFinding, PageCheck } from '../reports/check-again.ts'
import { extensionNames, KeyInfo, ServiceInfo } from '../service-info.ts'
import { Link, LinkVisit } from '../sharing/links.ts'
import { OpenedLink } from '../sharing/opened-link.ts'
import { SentLinkedReport, SentWebsite } from './reports.ts'
import { Count, Id, named, Score, Timestamp } from './schemas.ts'

const keyId = z.string().regex(/^[A-Za-z0-9]{1,20}$/)
const secret = z.string().regex(/^seo_[A-Za-z0-9]{8}_[\w-]{43}$/)
const identity = { ...KeyInfo.shape, id: keyId }

export const SentServiceInfo = named(
  'ServiceInfo',
  z.strictObject({
    ...ServiceInfo.shape,
    version: z.string(),
    extensions: z.array(z.enum(extensionNames)),
    key: z.strictObject(identity).optional(),
  }),
  'The extensions of the service and, with a key, the name and role of the key.',
)

export const SentSignIn = named(
  'SignInResponse',
  z.strictObject({ data: z.strictObject({ key: secret, ...identity }), status: z.literal(201) }),
)

export const SentView = named(
  'View',
  z.strictObject({ ...View.shape, id: Id, created_at: Timestamp, updated_at: Timestamp }),
  'A saved list. `query` holds the search parameters, without the page and default values.',
)

const key = {
  ...ApiKey.shape,
  id: keyId,
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
}
export const SentKey = named(
  'ApiKey',
  z.strictObject(key),
  'An API key without its secret. `current` marks the key of this request.',
)
export const SentNewKey = named(
  'NewApiKey',
  z.strictObject({ ...key, key: secret }),
  'The only response that contains the key.',
)
export const SentKeyDeletion = named(
  'KeyDeletion',
  z.strictObject({ id: keyId, object: z.literal('key'), deleted: z.literal(true), status: z.literal(200) }),
)

const link = {
  ...Link.shape,
  id: Id,
  report_id: Id.nullable(),
  website_id: Id.nullable(),
  created_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  opens_count: Count,
  last_opened_at: Timestamp.nullable(),
}
export const SentLink = named('Link', z.strictObject(link), 'A share link without its URL.')
export const SentNewLink = named(
  'NewLink',
  z.strictObject({ ...link, url: z.url(), token: z.string() }),
  "The only response that contains the link's URL.",
)
export const SentVisit = named('LinkVisit', z.strictObject({ ...LinkVisit.shape, opened_at: Timestamp }))

export const SentPageCheck = named(
  'PageCheck',
  z.strictObject({
    ...PageCheck.shape,
    checked_at: Timestamp,
    score: Score,
    score_before: Score,
    findings: z.array(z.strictObject({ ...CheckedFinding.shape, name: z.string().nullable() })),
  }),
  'The page of a share link, checked again: what became of each issue of the shared report.',
)

export const SentOpenedLink = named(
  'OpenedLink',
  z.strictObject({
    ...OpenedLink.shape,
    expires_at: Timestamp.nullable(),
    frozen_at: Timestamp.nullable(),
    report: SentLinkedReport.optional(),
    website: SentWebsite.optional(),
  }),
  'The target of a link by its kind: a report, a website, or a list with its search parameters.',
)

const object = { kind: z.enum(auditObjects), id: z.union([keyId, z.int()]), name: z.string().nullable() }
export const SentAuditRow = named(
  'AuditRow',
  z.strictObject({
    ...AuditRow.shape,
    id: Id,
    at: Timestamp,
    action: z.enum(auditActions),
    object: z.strictObject(object).nullable(),
  }),
  'An entry of the activity log. Names are as they were at the time. If the kind of the object is `reports`, several reports were deleted at once, and its `id` is their number.',
)

export const SentHealth = named(
  'Health',
  z.strictObject({ state: z.enum(['alive', 'ready', 'disk_full']), status: z.literal(200) }),
)
export const Done = named('Done', z.strictObject({ status: z.literal(200) }))
