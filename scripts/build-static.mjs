import { basename } from 'node:path'
import { buildStatic, readOptions } from './build/static-folder.mjs'
import { runMain } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'

// `npm run build:static`: builds the dashboard as a folder for any web host.

await runMain(async () => {
  const options = readOptions(process.argv.slice(2))
  await withLock('build-static', () => buildStatic(process.execPath, options))
  console.log(`Built to ${options.out}, for ${options.base} on your web host.`)
  console.log(
    `Unknown paths below ${options.base} must return ${basename(options.out)}/index.html. Hosts that read 404.html or _redirects do so already.`,
  )
})
