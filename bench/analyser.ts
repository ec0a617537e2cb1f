import { analysePage } from '#analyser/run.ts'
import { gathered } from '#testing/gathered.ts'
import { realisticPage } from './analyser-pages.ts'

/** Facts, checks and score over varied pages of about 200 KB on one core; then one page at growing sizes. */
const rounds = 3
const pages = Array.from({ length: 60 }, (_, at) => gathered({ html: realisticPage(at + 1, 100_000 + (at % 5) * 50_000) }))
const bytes = pages.reduce((sum, { body }) => sum + body.length, 0)

const timed = (work: () => void) => {
  const before = performance.now()
  work()
  return performance.now() - before
}
const analyseAll = () => {
  for (const page of pages) analysePage(page)
}

timed(analyseAll)
const best = Math.min(...Array.from({ length: rounds }, () => timed(analyseAll)))
console.log(`analyser: ${(pages.length / (best / 1000)).toFixed(0)} pages/s on one core (${pages.length} pages, mean ${Math.round(bytes / pages.length / 1000)} KB, best of ${rounds})`)

for (const size of [100_000, 1_000_000, 5_000_000]) {
  const page = gathered({ html: realisticPage(7, size) })
  const ms = Math.min(...Array.from({ length: rounds }, () => timed(() => analysePage(page))))
  console.log(`analyser: ${(size / 1e6).toFixed(1)} MB in ${ms.toFixed(1)} ms, ${((ms / size) * 1e6).toFixed(1)} ms/MB`)
}
