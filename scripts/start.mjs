import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24 } from './node24.mjs'
import { handOver } from './support/child.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { runMain } from './support/failure.mjs'
import { ensureInstalled } from './support/npm.mjs'
import { root } from './support/root.mjs'

// `npm start`: installs, builds and starts the service, each only if needed.

/** Those of `npm run serve`. Without them, V8 lets unused objects fill more memory than the others. */
const memoryFlags = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.serve.match(/--\S+/g)

const print = (/** @type {string} */ line) => console.log(line)

await runMain(async () => {
  const node = await node24(print)
  await ensureInstalled(node, print)
  await ensureBuilt(node, print)
  await handOver(node, [...memoryFlags, 'src/service/main.ts', ...process.argv.slice(2)])
})
