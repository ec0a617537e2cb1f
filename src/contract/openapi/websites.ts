import * as z from 'zod/mini'
import { PrivacyValue as FormPrivacyValue } from '../forms/website-form.ts'
import { named } from './naming.ts'
import { Count, Id, Timestamp } from './values.ts'

export const PrivacyValue = named('Privacy', FormPrivacyValue, '0 is Public, 1 Private, 2 Password.')

export const SentWebsite = named(
  'Website',
  z.strictObject({
    id: Id,
    domain: z.string(),
    privacy: PrivacyValue,
    has_password: z.boolean(),
    findable: z.boolean(),
    reports_count: Count,
    reports_avg_score: z.nullable(z.number().check(z.gte(0), z.lte(100))),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  'The password itself is never told. `findable`: search engines may list it. `reports_avg_score` has two decimals.',
)
