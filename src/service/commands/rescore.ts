import { parseArgs } from 'node:util'
import { ruleset } from '#analyser/catalogue.ts'
import { counted } from '#contract/format/numbers.ts'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { fullSpeed, rescoreOutdated } from '#service/jobs/rescore.ts'
import { countToRescore } from '#service/store/reports/rescoring.ts'
import { runCommand } from './run-command.ts'

/** Time between two progress lines. */
const secondsBetweenLines = 5

await runCommand(async ({ db }) => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
  const total = await countToRescore(db, ruleset)
  if (values['dry-run']) return print(`Dry run: ${counted(total, 'report')} would be rescored with ruleset ${ruleset}.`)
  if (total === 0) return print(`All reports already use ruleset ${ruleset}.`)

  const pool = createAnalyserPool({
    onCheckError: ({ check, url, stack }) => process.stderr.write(`The check ${check} failed on ${url}: ${stack}\n`),
  })
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  let [done, skipped, lastPrinted] = [0, 0, 0]
  try {
    await rescoreOutdated({ db, pool }, fullSpeed(pool.threads), (outcome) => {
      done += outcome.stored
      skipped += outcome.skipped.length
      for (const { id, reason } of outcome.skipped) print(`Skipped report ${id}: ${reason.replace(/\.$/, '')}.`)
      if (seconds() - lastPrinted < secondsBetweenLines) return
      lastPrinted = seconds()
      print(`${done} of ${total} reports, ${Math.round(done / lastPrinted)} per second`)
    })
  } finally {
    await pool.close()
  }
  print(
    `Rescored ${counted(done, 'report')} with ruleset ${ruleset} in ${seconds().toFixed(1)} s.${skipped > 0 ? ` Skipped ${skipped}.` : ''}`,
  )
  if (skipped > 0) process.exitCode = 1
})

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
