import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMain } from '../support/failure.mjs'
import { preloads, readBuild, webFolder } from './chunks.mjs'
import { precompress } from './precompress.mjs'

// What follows Vite in a build: the list of files that the shell preloads by route, and the compressed copies.
await runMain(async () => {
  const build = readBuild()
  writeFileSync(join(webFolder, '..', 'preloads.json'), `${JSON.stringify(preloads(build), null, 2)}\n`)
  await precompress(webFolder)
  // A running service reads the page, and the list with it, again when the page is newer.
  utimesSync(join(webFolder, 'index.html'), new Date(), new Date())
})
