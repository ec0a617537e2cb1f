import { hash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { minify, type Plugin } from 'vite'

// Vite plugins that change index.html.

/**
 * Moves the style sheets to the end of the body and lowers the priority of the scripts. The first words are painted
 * before any sheet has arrived, the sheets arrive before the scripts, and scripts wait for the sheets above them, so
 * nothing is ever shown unstyled.
 */
export const stylesFirst = (): Plugin => ({
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const others = sheets.reduce((text, sheet) => text.replace(sheet, ''), html)
      return others
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        .replace('</body>', () => `${sheets.join('')}</body>`)
    },
  },
})

/**
 * Minifies `public/early.js` and puts it into the page, so that the first paint doesn't wait for it. A static build has
 * another script instead, as a file: its server has another origin, and it has to find its own folder.
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
    closeBundle: async () => (isStatic ? writeFile(file, await small()) : rm(file, { force: true })),
  }
}

/**
 * The service's content security policy (`src/service/shell/routes.ts`), except that the page may call any server: the
 * person chooses it. Browsers let an https page reach `http:` only on its own machine. Framing can be forbidden by a
 * header only.
 */
const policyOf = (styles: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    'connect-src https: http:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')

const headOf = (html: string) =>
  [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf([...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text))}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    '<meta name="description" content="Reports on how search engines see your pages, and what to fix first.">',
  ].join('')

/** Adds to a static build's page what a service sends as headers, before everything that it applies to. */
export function staticPage(): Plugin {
  let wanted = false
  return {
    name: 'static-page',
    apply: 'build',
    configResolved({ mode }) {
      wanted = mode === 'static'
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        wanted ? html.replace(/<meta charset="utf-8" ?\/?>/, (charset) => charset + headOf(html)) : html,
    },
  }
}
