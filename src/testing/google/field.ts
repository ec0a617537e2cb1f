/** The API key that the Chrome UX Report takes. */
export const fieldKey = 'AIza-of-the-server'

/** LCP in milliseconds on phones, by the URL of a page or by an origin. Computers are 1,000 ms faster. */
export type FieldWorld = Record<string, number>

type Asked = { origin?: string; url?: string; formFactor: 'PHONE' | 'DESKTOP'; collectionPeriodCount?: number }

const date = (year: number, month: number, day: number) => ({ year, month, day })
const period = { firstDate: date(2026, 10, 12), lastDate: date(2026, 11, 8) }
const earlier = { firstDate: date(2026, 10, 5), lastDate: date(2026, 11, 1) }

/** Answers as the Chrome UX Report does. */
export function answerField({ pathname, searchParams }: URL, body: string, world: FieldWorld) {
  const json = (status: number, value: object) => ({ status, body: JSON.stringify(value) })
  if (searchParams.get('key') !== fieldKey)
    return json(400, {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
      },
    })
  const { origin, url, formFactor, collectionPeriodCount = 0 } = JSON.parse(body) as Asked
  const found = world[origin ?? url ?? '']
  if (found === undefined)
    return json(404, { error: { code: 404, message: 'chrome ux report data not found', status: 'NOT_FOUND' } })
  const lcp = formFactor === 'DESKTOP' ? found - 1_000 : found
  if (pathname.endsWith('queryHistoryRecord')) {
    const of = (...p75s: unknown[]) => ({ percentilesTimeseries: { p75s } })
    const metrics = { largest_contentful_paint: of(null, lcp), cumulative_layout_shift: of('0.20', '0.05') }
    return json(200, { record: { metrics, collectionPeriods: [earlier, period].slice(-collectionPeriodCount) } })
  }
  const of = (p75: unknown) => ({ histogram: [{ start: 0, density: 1 }], percentiles: { p75 } })
  const metrics = {
    largest_contentful_paint: of(lcp),
    interaction_to_next_paint: of(150),
    cumulative_layout_shift: of('0.05'),
  }
  return json(200, { record: { key: { formFactor, origin, url }, metrics, collectionPeriod: period } })
}
