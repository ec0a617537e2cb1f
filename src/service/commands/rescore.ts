import { parseArgs } from 'node:util'
import { ruleset } from '#analyser/catalogue.ts'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { fullSpeed, rescoreOutdated } from '#service/jobs/rescore.ts'
import { countToRescore } from '#service/store/judgements.ts'
import { runCommand } from './run-command.ts'

const secondsBetweenLines = 5

await runCommand(async ({ db }) => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
  const total = await countToRescore(db, ruleset)
  if (values['dry-run']) return say(`${reports(total)} would be judged again under rule set ${ruleset}.`)
  if (total === 0) return say(`Every report is judged under rule set ${ruleset} already.`)

  const pool = createAnalyserPool()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let [done, skipped, told] = [0, 0, 0]
  try {
    await rescoreOutdated({ db, pool }, fullSpeed(pool.threads), (outcome) => {
      done += outcome.stored
      skipped += outcome.skipped.length
      for (const { id, reason } of outcome.skipped)
        say(`Report ${id} is left as it is, for it cannot be judged: ${reason.replace(/\.$/, '')}.`)
      if (seconds() - told < secondsBetweenLines) return
      told = seconds()
      say(`${done} of ${total} reports, ${Math.round(done / told)} a second.`)
    })
  } finally {
    await pool.close()
  }
  say(
    `Judged ${reports(done)} again under rule set ${ruleset} in ${seconds().toFixed(1)} s${skipped > 0 ? `, and left ${skipped} as ${skipped === 1 ? 'it is' : 'they are'}` : ''}.`,
  )
  if (skipped > 0) process.exitCode = 1
})

function reports(amount: number) {
  return `${amount} ${amount === 1 ? 'report' : 'reports'}`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
