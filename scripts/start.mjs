import { node24 } from './node24.mjs'
import { handOver } from './support/child.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { runMain } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'

// `npm start`: installs, builds and starts the service, each only where needed.

const print = (/** @type {string} */ line) => console.log(line)

await runMain(async () => {
  const node = await node24(print)
  await ensureInstalled(node, print)
  await ensureBuilt(node, print)
  await handOver(node, ['src/service/main.ts', ...process.argv.slice(2)])
})
