import * as z from 'zod/mini'
import { readPage } from '#contract/envelope.ts'
import { ReportRow } from '#contract/report-row.ts'
import { Website } from '#contract/website.ts'

// What reading a list costs. Wanted: less than 1 ms for 100 rows, whatever the server sends, as the dashboard reads them: its
// policy lets no code be made at run time.
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
const odd = numbers.map((id) => ({
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

const kinds: [name: string, schema: z.ZodMiniType<{ id: number }>, rows: unknown[]][] = [
  ['reports as our service sends them', ReportRow, plain],
  ['reports with text for numbers and little else', ReportRow, odd],
  ['websites with text for numbers and a flag for a password', Website, websites],
  ['rows that cannot be read', ReportRow, unreadable],
]

for (const [name, schema, data] of kinds) {
  const body = { data, meta: { current_page: 1, last_page: 9, per_page: 100, total: 900 } }
  const once = () => {
    const began = performance.now()
    readPage(schema, body)
    return performance.now() - began
  }
  const first = once()
  const times = Array.from({ length: 500 }, once).sort((one, other) => one - other)
  console.log(
    `  100 ${name}: first ${first.toFixed(2)} ms, p50 ${times[249]?.toFixed(3)} ms, p95 ${times[474]?.toFixed(3)} ms`,
  )
}

const flood = Array.from({ length: 100_000 }, (_, index) => ({ ...plain[index % 100], id: index + 1 }))
const began = performance.now()
readPage(ReportRow, flood)
console.log(`  100,000 rows on one page: ${(performance.now() - began).toFixed(1)} ms`)
