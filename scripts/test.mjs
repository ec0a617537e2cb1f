import { node24 } from './node24.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'
import { allSteps, runSteps } from './support/steps.mjs'
import { gate, summary } from './support/totals.mjs'

// `npm test`: every check there is. The last line always counts passes and failures.

const print = (/** @type {string} */ line) => console.log(line)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130))

try {
  const node = await node24(print)
  await ensureInstalled(node, print)
  const { quick, slow } = allSteps(node, print)
  await runSteps([...quick, ...slow])
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  console.log(`\n${summary(gate(false))}`)
  process.exitCode = 1
}
