import * as z from 'zod'
import { Count } from '../values.ts'

/** What Chrome measured for visitors, at the 75th percentile: times in milliseconds, and the shift as a number. */
export const fieldMetrics = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
export type FieldMetric = (typeof fieldMetrics)[number]

/** Whom the figures are of. Phones come first, as they do for Google. */
export const formFactors = ['phone', 'desktop'] as const
export type FormFactor = (typeof formFactors)[number]

/** Whether figures are of the page itself, or of all pages of its origin. */
export const fieldScopes = ['page', 'origin'] as const
export type FieldScope = (typeof fieldScopes)[number]

const metrics = {
  lcp: Count.nullable(),
  inp: Count.nullable(),
  cls: z.number().min(0).nullable(),
  fcp: Count.nullable(),
  ttfb: Count.nullable(),
}

export const FieldMetrics = z.object(metrics)
export type FieldMetrics = z.infer<typeof FieldMetrics>

export const noMetrics: FieldMetrics = { lcp: null, inp: null, cls: null, fcp: null, ttfb: null }

/** What visitors of a page on phones have. Null: no field data. */
export const fieldFields = {
  lcp: Count.nullable(),
  inp: Count.nullable(),
  cls: z.number().min(0).nullable(),
  field_scope: z.enum(fieldScopes).nullable(),
}

export const noFieldFields = { lcp: null, inp: null, cls: null, field_scope: null }

export const fieldFieldsDescription =
  '`lcp` and `inp` are milliseconds, and `cls` a number: 75th percentiles of the Chrome UX Report for visitors on phones, of the page or of its origin, which `field_scope` says. Null: no field data.'

/** The weeks that Google keeps. */
export const fieldWeeks = 25

const days = { first_day: z.iso.date(), last_day: z.iso.date() }
const FieldWeek = z.object({ ...days, ...metrics }).meta({ id: 'FieldWeek' })
export type FieldWeek = z.infer<typeof FieldWeek>

export const OriginField = z.object({ ...days, ...metrics, weeks: z.array(FieldWeek) }).meta({
  id: 'OriginField',
  description: `The figures of all pages of an origin in the 28 days to \`last_day\`. \`weeks\` are those of ${fieldWeeks} weeks, the oldest first. Each is of the 28 days to its own \`last_day\`. Null: Google has too few visits.`,
})
export type OriginField = z.infer<typeof OriginField>

export const WebsiteField = z
  .object({
    origin: z.string(),
    /** Why there is nothing, or nothing newer; null if there is no problem. */
    problem: z.string().nullable(),
    pulled_at: z.iso.datetime().nullable(),
    phone: OriginField.nullable(),
    desktop: OriginField.nullable(),
  })
  .meta({
    id: 'WebsiteField',
    description:
      'What the Chrome UX Report has of visitors of a website: its origin, on phones and on computers. Null: no field data. Times are 75th percentiles in milliseconds.',
  })
export type WebsiteField = z.infer<typeof WebsiteField>

export const FieldKey = z.object({ set: z.boolean() }).meta({
  id: 'FieldKey',
  description: 'Whether the server has an API key for the Chrome UX Report.',
})
export type FieldKey = z.infer<typeof FieldKey>
