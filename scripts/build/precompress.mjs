import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
 * Writes `.br` and `.gz` beside every text file that gets smaller by it. index.html is left out: the service fills it
 * in per address.
 * @param {string} folder
 */
export async function precompress(folder) {
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
