import { node24 } from './node24.mjs'
import { handOver } from './support/child.mjs'
import { Failure, orSayWhy } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'

// Standard output belongs to the program that is run: `npm run -s key -- create` prints the key and nothing else.
const say = (/** @type {string} */ line) => console.error(line)

await orSayWhy(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Failure('Usage: node scripts/run.mjs FILE [ARGUMENT…]')
  const node = await node24(say)
  await ensureInstalled(node, say)
  await handOver(node, [file, ...args])
})
