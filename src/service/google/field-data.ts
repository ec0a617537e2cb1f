import * as z from 'zod'
import {
  type FieldMetric,
  fieldMetrics,
  type FieldMetrics,
  type FieldWeek,
  fieldWeeks,
  type FormFactor,
  noMetrics,
} from '#contract/google/field-data.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import { apiRefusal, reached, readAnswer } from './refusals.ts'

/** Of a page, or of all pages of an origin. */
export type FieldSubject = { url: string } | { origin: string }
export type FieldOfDays = FieldMetrics & { first_day: string; last_day: string }

/** The names of Google, of which the newest is the first. */
const metricNames: Record<FieldMetric, readonly string[]> = {
  lcp: ['largest_contentful_paint'],
  inp: ['interaction_to_next_paint', 'experimental_interaction_to_next_paint'],
  cls: ['cumulative_layout_shift'],
  fcp: ['first_contentful_paint'],
  ttfb: ['experimental_time_to_first_byte'],
}
const formNames: Record<FormFactor, string> = { phone: 'PHONE', desktop: 'DESKTOP' }

/** The shift is sent as text. */
const Value = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)
const Day = z
  .object({ year: z.int(), month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .transform(({ year, month, day }) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10))
const Period = z.object({ firstDate: Day, lastDate: Day })

const Current = z.object({
  record: z.object({
    metrics: z.record(z.string(), z.object({ percentiles: z.object({ p75: Value }).optional() }).catch({})),
    collectionPeriod: Period,
  }),
})
const History = z.object({
  record: z.object({
    metrics: z.record(
      z.string(),
      z.object({ percentilesTimeseries: z.object({ p75s: z.array(Value) }).optional() }).catch({}),
    ),
    collectionPeriods: z.array(Period),
  }),
})

/** Returns the body of a request for the figures of now. */
export const currentRequest = (subject: FieldSubject, form: FormFactor) => ({ ...subject, formFactor: formNames[form] })
/** Returns the body of a request for the figures of the last weeks. */
export const historyRequest = (subject: FieldSubject, form: FormFactor) => ({
  ...currentRequest(subject, form),
  collectionPeriodCount: fieldWeeks,
})

/** The figures of now. */
export const CurrentField = Current.transform(({ record: { metrics, collectionPeriod } }): FieldOfDays => ({
  ...daysOf(collectionPeriod),
  ...eachMetric((name) => metrics[name]?.percentiles?.p75),
}))

/** The figures of weeks, the oldest first. */
export const FieldOfWeeks = History.transform(({ record: { metrics, collectionPeriods } }): FieldWeek[] =>
  collectionPeriods
    .map((period, at) => ({
      ...daysOf(period),
      ...eachMetric((name) => metrics[name]?.percentilesTimeseries?.p75s[at]),
    }))
    .toSorted((one, other) => (one.last_day < other.last_day ? -1 : 1))
    .slice(-fieldWeeks),
)

const daysOf = ({ firstDate, lastDate }: z.output<typeof Period>) => ({ first_day: firstDate, last_day: lastDate })

function eachMetric(valueOf: (name: string) => number | null | undefined): FieldMetrics {
  const found = { ...noMetrics }
  for (const metric of fieldMetrics) {
    const value = metricNames[metric].map(valueOf).find((one) => one !== undefined && one !== null) ?? null
    found[metric] = value === null || metric === 'cls' ? value : Math.round(value)
  }
  return found
}

const base = 'https://chromeuxreport.googleapis.com/v1'

/** Google refuses the API key of the server. The message is a sentence for an owner. */
export class FieldKeyRefused extends Error {
  override name = 'FieldKeyRefused'
}

export type FieldClient = {
  /** Returns the figures of now; null if Google has too few visits. */
  current(subject: FieldSubject, form: FormFactor, signal?: AbortSignal): Promise<FieldOfDays | null>
  /** Returns the figures of weeks, the oldest first. */
  weeks(subject: FieldSubject, form: FormFactor, signal?: AbortSignal): Promise<FieldWeek[]>
}

/** Asks the Chrome UX Report with an API key. Its functions throw a {@link FieldKeyRefused} or a `GoogleRefused`. */
export function createFieldClient(google: Google, apiKey: string): FieldClient {
  async function ask<T extends z.ZodType>(method: string, body: object, schema: T, signal?: AbortSignal) {
    const url = new URL(`${base}/records:${method}`)
    url.searchParams.set('key', apiKey)
    const headers = { 'Content-Type': 'application/json' }
    const response = await reached(google.fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }))
    if (response.status === 404) return null
    if (!response.ok) throw await fieldRefusal(response)
    return readAnswer(response, schema)
  }
  return {
    current: (subject, form, signal) => ask('queryRecord', currentRequest(subject, form), CurrentField, signal),
    weeks: async (subject, form, signal) =>
      (await ask('queryHistoryRecord', historyRequest(subject, form), FieldOfWeeks, signal)) ?? [],
  }
}

/** Quotas and the rest are as for Search Console. */
async function fieldRefusal(response: Response): Promise<Error> {
  const refused = await apiRefusal(response.clone())
  const text = await response.text()
  if (/API key not valid|API_KEY_INVALID|API key expired/i.test(text))
    return new FieldKeyRefused(
      'Google refused the API key. Create one in the Google Cloud console, and enter it again.',
    )
  if (refused.problem.code === 'api_disabled' || /API_KEY_SERVICE_BLOCKED/.test(text))
    return new FieldKeyRefused(
      'The API key can’t use the Chrome UX Report API. Enable this API in the project of the key, and allow it for the key.',
    )
  return refused
}

/** An origin that always has field data. */
const knownOrigin = 'https://www.google.com'

/** Throws a {@link FieldKeyRefused} or a `GoogleRefused` unless the API key works. */
export const tryFieldKey = async (google: Google, apiKey: string): Promise<void> =>
  void (await createFieldClient(google, apiKey).current({ origin: knownOrigin }, 'phone'))
