import * as z from 'zod/mini'
import { maxBulkIds } from '../bulk.ts'
import { maxKeyName } from '../keys.ts'
import { linkKinds, linkModes, maxLinkLabel } from '../links.ts'
import { keyRoles } from '../service-info.ts'
import { maxViewName, maxViewQuery, maxViews, viewLists } from '../views.ts'
import { maxPasswordLength } from '../website.ts'
import { named } from './naming.ts'
import { Id, Timestamp } from './values.ts'
import { PrivacyValue } from './websites.ts'

const password = z.string().check(z.minLength(1), z.maxLength(maxPasswordLength))
const ids = (most: number) => z.array(Id).check(z.minLength(1), z.maxLength(most))
const line = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** What bodies take. Fields that are not named are ignored; an empty one is as if it were absent. */
export const forms = {
  report: named(
    'NewReport',
    z.object({ url: z.url().check(z.maxLength(2_048)) }),
    'The page to analyse, http or https, without credentials.',
  ),
  website: named(
    'WebsiteChange',
    z.object({
      privacy: z.optional(PrivacyValue),
      password: z.optional(password),
      findable: z.optional(z.enum(['0', '1'])),
    }),
    'At least one field. A password belongs to privacy 2, and is needed there unless one is set.',
  ),
  signIn: named('SignIn', z.object({ token: z.string() }), 'A one-time sign-in token.'),
  newView: named(
    'NewView',
    z.object({
      name: line(maxViewName),
      list: z.enum(viewLists),
      query: z.optional(z.string().check(z.maxLength(maxViewQuery))),
    }),
  ),
  view: named(
    'ViewChange',
    z.object({ name: z.optional(line(maxViewName)), query: z.optional(z.string().check(z.maxLength(maxViewQuery))) }),
    'At least one field.',
  ),
  viewOrder: named(
    'ViewOrder',
    z.object({ ids: ids(maxViews) }),
    'Every view, in the wished order: repeated, or separated by commas.',
  ),
  bulkDelete: named('BulkDelete', z.object({ ids: ids(maxBulkIds) }), 'Repeated, or separated by commas.'),
  key: named(
    'NewKeyWish',
    z.object({ name: line(maxKeyName), role: z.enum(keyRoles), expires_at: z.optional(Timestamp) }),
  ),
  link: named(
    'NewLinkWish',
    z.object({
      kind: z.enum(linkKinds),
      report_id: z.optional(Id),
      website_id: z.optional(Id),
      list: z.optional(z.enum(viewLists)),
      query: z.optional(z.string()),
      mode: z.optional(z.enum(linkModes)),
      label: z.optional(z.string().check(z.maxLength(maxLinkLabel))),
      expires_at: z.optional(Timestamp),
      password: z.optional(password),
    }),
    'By its kind: `report_id`, `website_id`, or `list` and `query`. Frozen can only be a report.',
  ),
  unlock: named('Unlock', z.object({ password: z.string() })),
}
