import { hash } from 'node:crypto'
import type { Plugin } from 'vite'

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
      const sheets = html.match(/<link rel="stylesheet"[^<>]*>/g) ?? []
      const others = sheets.reduce((text, sheet) => text.replace(sheet, ''), html)
      return others
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        .replace('</body>', () => `${sheets.join('')}</body>`)
    },
  },
})

/**
 * The service's content security policy (`src/service/shell/routes.ts`), except that the page may call any server: the
 * person chooses it. Browsers let an https page reach `http:` only on its own machine. Framing can be forbidden by a
 * header only.
 */
const policyOf = (html: string) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(html, 'script')].join(' '),
    ["style-src 'self'", ...hashesOf(html, 'style')].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    'connect-src https: http:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')

const hashesOf = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  )

const headOf = (html: string) =>
  [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    '<meta name="description" content="Reports on how search engines see your pages, and what to fix first.">',
  ].join('')

/** Adds a service's headers to a static build's page as meta elements, before all that they apply to. */
export const staticPage = (): Plugin => ({
  name: 'static-page',
  apply: (_, { command, mode }) => command === 'build' && mode === 'static',
  generateBundle: {
    // transformIndexHtml is too early: URLs of fonts in the inline style change its hash later.
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      page.source = String(page.source).replace(
        /<meta charset="utf-8" ?\/?>/,
        (charset) => charset + headOf(String(page.source)),
      )
    },
  },
})
