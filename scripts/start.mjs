import { node24 } from './node24.mjs'
import { handOver } from './support/child.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { runMain } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'

// `npm start`: installs, builds and starts the service, each only if needed.

// Otherwise V8 lets new objects fill 100 MB before it looks for those still used. `Dockerfile`, `compose.yaml`, `npm
// run serve` and the benchmarks set the same limit.
const youngObjects = '--max-semi-space-size=8'

const print = (/** @type {string} */ line) => console.log(line)

await runMain(async () => {
  const node = await node24(print)
  await ensureInstalled(node, print)
  await ensureBuilt(node, print)
  await handOver(node, [youngObjects, 'src/service/main.ts', ...process.argv.slice(2)])
})
