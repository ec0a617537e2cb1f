import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { runMain } from '../support/failure.mjs'
import { preloads, readBuild, webFolder } from './chunks.mjs'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)
const text = /\.(js|css|svg|json|map|txt|xml|webmanifest)$/

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
}

/**
 * Writes `.br` and `.gz` copies of every text file that they make smaller. index.html is left out: the service
 * completes it for each URL.
 * @param {string} folder
 */
async function precompress(folder) {
  await Promise.all(
    filesIn(folder)
      .filter((file) => text.test(file))
      .map(compressOne),
  )
}

/** @param {string} file */
async function compressOne(file) {
  const bytes = await readFile(file)
  const [br, zipped] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gz(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${file}.br`, br)
  if (zipped.length < bytes.length) await writeFile(`${file}.gz`, zipped)
}

// The last step of a build, after Vite: the files to preload by route, and the compressed copies.
await runMain(async () => {
  const build = readBuild()
  writeFileSync(join(webFolder, '..', 'preloads.json'), `${JSON.stringify(preloads(build), null, 2)}\n`)
  await precompress(webFolder)
  // A running service reads the page and the list again when the page is newer.
  utimesSync(join(webFolder, 'index.html'), new Date(), new Date())
})
