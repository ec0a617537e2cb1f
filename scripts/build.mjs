import { build } from './support/ensure-built.mjs'
import { runMain } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'

await runMain(async () => {
  await withLock('build', () => build(process.execPath))
  console.log('The dashboard is built into dist/web.')
})
