import { node24 } from './node24.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'
import { browserStep, buildSteps, checkSteps, runSteps, unitStep } from './support/steps.mjs'
import { gate, sum, summary } from './support/totals.mjs'

// `npm test`, and with `all` also what `npm run test:all` adds. The last line always counts passes and failures.

const print = (/** @type {string} */ line) => console.log(line)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130))

/** @param {string} node */
async function runFast(node) {
  const first = await runSteps([unitStep(node, 'fast', print)], [...checkSteps(node), ...buildSteps(node)])
  return sum([first, await runSteps([browserStep(node, 'fast', print)])])
}

/** @param {string} node */
const runRest = (node) => runSteps([unitStep(node, 'rest', print), browserStep(node, 'rest', print)])

/** @param {import('./support/totals.mjs').Totals} totals */
function finish(totals) {
  console.log(`\n${summary(totals)}`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}

try {
  const node = await node24(print)
  await ensureInstalled(node, print)
  const fast = await runFast(node)
  if (process.argv[2] === 'all') {
    console.log(`\n${summary(fast)} in npm test. The rest of npm run test:all:\n`)
    finish(sum([fast, await runRest(node)]))
  } else finish(fast)
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  finish(gate(false))
}
