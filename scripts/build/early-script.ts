import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { minify, type Plugin } from 'vite'

/**
 * Puts `public/early.js` into the page itself, small: what comes before the first paint must not be waited for. A static build has
 * another in its place, as a file, for its server is not its own origin and it has to find out where it lies.
 */
export function earlyScript(): Plugin {
  let [source, file] = ['', '']
  let isStatic = false
  const small = async () => (await minify('early.js', await readFile(source, 'utf8'))).code.trim()
  return {
    name: 'early-script',
    apply: 'build',
    configResolved({ root, publicDir, build, mode }) {
      isStatic = mode === 'static'
      source = isStatic ? join(root, 'scripts/build/early-static.js') : join(publicDir, 'early.js')
      file = resolve(root, build.outDir, 'early.js')
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (isStatic) return html
        const code = await small()
        return html.replace('<script src="/early.js"></script>', () => `<script>${code}</script>`)
      },
    },
    closeBundle: async () => (isStatic ? writeFile(file, await small()) : rm(file)),
  }
}
