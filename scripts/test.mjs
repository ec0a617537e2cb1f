import { node24 } from './node24.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { runSteps } from './support/run-steps.mjs'
import { closingLine, gate } from './support/totals.mjs'

const say = (/** @type {string} */ line) => console.log(line)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130))

try {
  const node = await node24(say)
  await ensureInstalled(node, say)
  // Only now: these find their way through what was just installed.
  const { allSteps } = await import('./support/steps.mjs')
  const { quick, slow } = allSteps(node, say)
  await runSteps([...quick, ...slow])
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  console.log(`\n${closingLine(gate(false))}`)
  process.exitCode = 1
}
