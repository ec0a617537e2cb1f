import { node24 } from './node24.mjs'
import { handOver } from './support/child.mjs'
import { Failure, runMain } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'

// Runs a file with Node 24, after downloading Node and installing the packages if needed.

// Standard output belongs to the program: `npm run -s key -- create` prints only the key.
const print = (/** @type {string} */ line) => console.error(line)

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Failure('Usage: node scripts/run.mjs FILE [ARGUMENT…]')
  const node = await node24(print)
  await ensureInstalled(node, print)
  await handOver(node, [file, ...args])
})
