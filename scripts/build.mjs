import { build } from './support/built.mjs'
import { orSayWhy } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'

await orSayWhy(async () => {
  await withLock('build', () => build(process.execPath))
  console.log('The dashboard is built into dist/web.')
})
