import { analysePage } from '#analyser/run.ts'
import { gathered } from '#testing/gathered.ts'
import { realisticPage } from './analyser-pages.ts'

/** Facts, checks and score over varied pages of about 200 KB on one core; then one page at growing sizes. */
const rounds = 5
const pages = Array.from({ length: 60 }, (_, at) => gathered({ html: realisticPage(at + 1, 100_000 + (at % 5) * 50_000) }))
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

const analyseAll = () => {
  for (const page of pages) analysePage(page)
}

analyseAll()
const { clock, cpu } = best(analyseAll)
const rate = (ms: number) => (pages.length / (ms / 1000)).toFixed(0)
console.log(`analyser: ${rate(clock)} pages/s by the clock, ${rate(cpu)} by processor time (${pages.length} pages, mean ${Math.round(bytes / pages.length / 1000)} KB, best of ${rounds})`)

for (const size of [100_000, 1_000_000, 5_000_000]) {
  const page = gathered({ html: realisticPage(7, size) })
  const ms = best(() => analysePage(page)).cpu
  console.log(`analyser: ${(size / 1e6).toFixed(1)} MB in ${ms.toFixed(1)} ms of processor time, ${((ms / size) * 1e6).toFixed(1)} ms/MB`)
}
