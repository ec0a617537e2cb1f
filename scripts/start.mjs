import { node24 } from './node24.mjs'
import { ensureBuilt } from './support/built.mjs'
import { handOver } from './support/child.mjs'
import { orSayWhy } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'

const say = (/** @type {string} */ line) => console.log(line)

await orSayWhy(async () => {
  const node = await node24(say)
  await ensureInstalled(node, say)
  await ensureBuilt(node, say)
  await handOver(node, ['src/service/main.ts', ...process.argv.slice(2)])
})
