import { type Rating, ratingOf } from '#contract/reports/rating.ts'
import type { Privacy } from '#contract/websites/website.ts'

type StoredCheck = { passed: boolean; importance: string; value: unknown; errors?: object }

export type StoredReport = {
  id: number
  url: string
  website_id: number
  domain: string
  title: string
  score: number
  result: Rating
  results: Record<string, StoredCheck>
  created_at: string
}

export type StoredWebsite = {
  id: number
  domain: string
  privacy: Privacy
  password: string | null
  created_at: string
  updated_at: string
}

export type Stored = { reports: StoredReport[]; websites: StoredWebsite[] }

const materials = ['amber', 'birch', 'copper', 'delft', 'elm', 'flax', 'granite', 'hazel']
const trades = ['bakery', 'atlas', 'cellar', 'drawings', 'ceramics']
const pages = [
  ['', 'Made by hand'],
  ['about', 'Who we are'],
  ['products/oak-table', 'Oak table, oiled'],
  ['news/new-workshop', 'The new workshop'],
  ['help/returns', 'Returning what you bought'],
] as const

const firstDay = Date.parse('2026-02-01T08:00:00.000Z')
const timeAt = (index: number) => new Date(firstDay + index * 5 * 3_600_000).toISOString()

/**
 * Generates up to 40 websites and their reports, always the same ones for the same counts. IDs start at 1, times
 * ascend, and reports are spread evenly over the websites.
 */
export function sampleData(reportCount: number, websiteCount: number): Stored {
  const websites = Array.from({ length: websiteCount }, (_, index): StoredWebsite => {
    const domain = `${materials[index % materials.length]}-${trades[index % trades.length]}.example`
    const privacy = ([1, 0, 2] as const)[index % 3] ?? 1
    const password = privacy === 2 ? 'open sesame' : null
    return { id: index + 1, domain, privacy, password, created_at: timeAt(index), updated_at: timeAt(index) }
  })
  const reports = Array.from({ length: websiteCount && reportCount }, (_, index) => {
    const website = websites[index % websiteCount] as StoredWebsite
    const [path, title] = pages[Math.floor(index / websiteCount) % pages.length] ?? pages[0]
    const url = `https://${website.domain}/${path}`
    return reportOf({ id: index + 1, url, website, title, score: (index * 37 + 24) % 101, createdAt: timeAt(index) })
  })
  return { reports, websites }
}

type ReportInput = { id: number; url: string; website: StoredWebsite; title: string; score: number; createdAt: string }

export const reportOf = ({ id, url, website, title, score, createdAt }: ReportInput): StoredReport => ({
  id,
  url,
  website_id: website.id,
  domain: website.domain,
  title,
  score,
  result: ratingOf(score),
  results: resultsOf(title, score),
  created_at: createdAt,
})

/** Returns check results, with more failures the lower the score. Their names and values are not from our catalogue. */
function resultsOf(title: string, score: number): Record<string, StoredCheck> {
  const all: [name: string, importance: string, value: unknown, errors: object][] = [
    ['text_html_ratio', 'low', 12.4, { too_small: { min: 10 } }],
    ['deprecated_html_tags', 'low', { font: 2, center: 1 }, { bad_tags: ['font', 'center'] }],
    ['server_signature', 'low', 'lighthouse/2.1', { shown: true }],
    ['image_format', 'medium', ['/side.png', '/back.png'], { old_format: ['/side.png', '/back.png'] }],
    ['http_requests', 'medium', 61, { too_many: { max: 50 } }],
    ['load_time', 'medium', 0.412, { too_slow: { max: 2 } }],
    ['meta_viewport', 'medium', 'width=device-width, initial-scale=1', { missing: true }],
    ['image_keywords', 'high', [{ url: '/side.png', text: '' }], { missing: ['/side.png'] }],
    ['meta_description', 'high', null, { missing: true }],
    ['headings', 'high', { h1: [title], h2: ['What it is made of'], h3: [] }, { too_few: { h1: 0 } }],
    ['title', 'high', title, { too_short: { min: 30 } }],
    ['is_encrypted', 'high', true, { missing: true }],
  ]
  const failed = Math.round(((100 - score) / 100) * all.length)
  return Object.fromEntries(
    all.map(([name, importance, value, errors], index) => [
      name,
      { passed: index >= failed, importance, value, ...(index < failed && { errors }) },
    ]),
  )
}
