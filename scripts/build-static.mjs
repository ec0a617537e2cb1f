import { basename } from 'node:path'
import { buildStatic, readOptions } from './build/static-folder.mjs'
import { runMain } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'

// `npm run build:static`: builds the dashboard as a folder for any web host.

await runMain(async () => {
  const options = readOptions(process.argv.slice(2))
  await withLock('build-static', () => buildStatic(process.execPath, options))
  console.log(`The dashboard is built into ${options.out}, to stand at ${options.base} of a web host.`)
  console.log(
    `Unknown addresses below ${options.base} must answer ${basename(options.out)}/index.html: 404.html and _redirects see to it where the host knows them.`,
  )
})
