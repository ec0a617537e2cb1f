import { type Evaluation, evaluate } from '#analyser/evaluate.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { analysePage, completeFacts, readPage } from '#analyser/run.ts'
import { pack, unpack } from '#service/store/reports/report-payloads.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { realisticPage } from './support/realistic-page.ts'
import { responsesTo } from './support/sample-responses.ts'

/** Facts, checks and score over varied pages of about 200 KB on one core; then one page at growing sizes. */
const rounds = 5
const pages = Array.from({ length: 60 }, (_, at) =>
  fetchedPageOf({ html: realisticPage(at + 1, 100_000 + (at % 5) * 50_000) }),
)
const bytes = pages.reduce((sum, { body }) => sum + body.length, 0)

/** Milliseconds by the clock, and of processor time over all threads: a busy machine spoils the first only. */
function timed(work: () => void) {
  const clock = performance.now()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return { clock: performance.now() - clock, cpu: (user + system) / 1000 }
}

function best(work: () => void) {
  const runs = Array.from({ length: rounds }, () => timed(work))
  return { clock: Math.min(...runs.map(({ clock }) => clock)), cpu: Math.min(...runs.map(({ cpu }) => cpu)) }
}

const rate = (ms: number, amount = pages.length) => (amount / (ms / 1000)).toFixed(0)

const analyseAll = () => {
  for (const page of pages) analysePage(page)
}
analyseAll()
const { clock, cpu } = best(analyseAll)
console.log(
  `analyser: ${rate(clock)} pages/s by the clock, ${rate(cpu)} by processor time (${pages.length} pages, mean ${Math.round(bytes / pages.length / 1000)} KB, best of ${rounds})`,
)

for (const size of [100_000, 1_000_000, 5_000_000]) {
  const page = fetchedPageOf({ html: realisticPage(7, size) })
  const ms = best(() => analysePage(page)).cpu
  console.log(
    `analyser: ${(size / 1e6).toFixed(1)} MB in ${ms.toFixed(1)} ms of processor time, ${((ms / size) * 1e6).toFixed(1)} ms/MB`,
  )
}

// The size of a stored report, probes included, and the time to rescore it.
const stored = pages.map((page) => {
  const { facts, probeRequests } = readPage(page)
  const whole = completeFacts(facts, responsesTo(probeRequests))
  return { facts: pack(whole), evaluation: pack(evaluate(whole)) }
})
const sizes = stored.map(({ facts, evaluation }) => facts.length + evaluation.length).toSorted((a, b) => a - b)
const kb = (size = 0) => `${(size / 1000).toFixed(1)} KB`
console.log(`analyser: stored payload ${kb(sizes[sizes.length >> 1])} at the median, ${kb(sizes.at(-1))} at most`)

const packed: Buffer[] = []
const rescoreAll = () => {
  packed.length = 0
  for (const { facts } of stored) packed.push(pack(evaluate(unpack(facts) as PageFacts) satisfies Evaluation))
}
rescoreAll()
console.log(`analyser: ${rate(best(rescoreAll).cpu)} reports/s rescored from what is stored, by processor time`)
