import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Makes `public/early.js` small, which is copied as it is: every byte of it stands before the first paint. */
export function earlyScript(): Plugin {
  let file = ''
  return {
    name: 'early-script',
    apply: 'build',
    configResolved({ root, build }) {
      file = join(root, build.outDir, 'early.js')
    },
    async closeBundle() {
      await writeFile(file, (await minify('early.js', await readFile(file, 'utf8'))).code)
    },
  }
}
