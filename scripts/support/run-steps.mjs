import { closingLine, gate, sum } from './totals.mjs'

/**
 * Runs the steps in order, one line each, with the whole output of those that fail, and ends with the line of totals.
 * A step that fails does not keep the others from telling what they know, unless they need it.
 * @param {import('./steps.mjs').Step[]} steps
 */
export async function runSteps(steps) {
  const all = []
  const failed = new Set()
  for (const { name, needs, run } of steps) {
    const startedAt = Date.now()
    if (process.stdout.isTTY) process.stdout.write(`…      ${name}`)
    const outcome =
      needs && failed.has(needs) ? { totals: gate(false), output: `Not run: it needs the ${needs}.` } : await run()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
    const isWell = outcome.totals.failed === 0
    if (!isWell) {
      failed.add(name)
      console.log(`\n${outcome.output.trim()}\n`)
    }
    const remark = 'remark' in outcome && outcome.remark ? ` (${outcome.remark})` : ''
    console.log(
      `${isWell ? 'ok    ' : 'FAILED'} ${name.padEnd(30)} ${closingLine(outcome.totals)}, ${seconds} s${remark}`,
    )
    all.push(outcome.totals)
  }
  const totals = sum(all)
  console.log(`\n${closingLine(totals)}`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}
