import * as z from 'zod'
import { AnyReportRow } from '#contract/reports/report-row.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import { AnyWebsite } from '#contract/websites/website.ts'
import { percentile } from './support/percentile.ts'

// Measures the dashboard's time to parse a list. Target: below 1 ms for 100 rows from any server. Zod runs without
// generated code, because the dashboard's content security policy forbids it.
z.config({ jitless: true })

const numbers = Array.from({ length: 100 }, (_, index) => 1_000 - index)
const url = (id: number) => `https://shop.example/products/${id}`
const plain = numbers.map((id) => ({
  id,
  url: url(id),
  website_id: 7,
  domain: 'shop.example',
  title: 'A page',
  score: 80,
  result: 'good',
  engine: 'http',
  previous_score: 70,
  created_at: '2026-11-20T09:14:00.000Z',
}))
const incomplete = numbers.map((id) => ({
  id: String(id),
  url: `shop.example/${id}`,
  score: '61.3333',
  result: 61.3333,
  created_at: '0000-00-00',
  tags: [],
}))
const websites = numbers.map((id) => ({
  id,
  domain: `${id}.example`,
  privacy: '2',
  password: true,
  reports_avg_score: '61.3333',
}))
const unreadable = numbers.map((id) => ({ id }))

const kinds: [name: string, schema: z.ZodType<{ id: number }>, rows: unknown[]][] = [
  ['reports of our own service', AnyReportRow, plain],
  ['reports with strings instead of numbers and missing fields', AnyReportRow, incomplete],
  ['websites with strings instead of numbers and a password flag', AnyWebsite, websites],
  ['unreadable rows', AnyReportRow, unreadable],
]

for (const [name, schema, data] of kinds) {
  const body = { data, meta: { current_page: 1, last_page: 9, per_page: 100, total: 900 } }
  const measure = () => {
    const start = performance.now()
    readListPage(schema, body)
    return performance.now() - start
  }
  const first = measure()
  const times = Array.from({ length: 500 }, measure)
  console.log(
    `  100 ${name}: first ${first.toFixed(2)} ms, p50 ${percentile(times, 0.5).toFixed(3)} ms, p95 ${percentile(times, 0.95).toFixed(3)} ms`,
  )
}

const hugePage = Array.from({ length: 100_000 }, (_, index) => ({ ...plain[index % 100], id: index + 1 }))
const start = performance.now()
readListPage(AnyReportRow, hugePage)
console.log(`  100,000 rows on one page: ${(performance.now() - start).toFixed(1)} ms`)
