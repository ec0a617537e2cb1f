import { hash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * The service's own policy (`src/service/shell.ts`), but for whom the page may ask: which server that is, the person says. `http:` reaches
 * no further from a page that came by https than to this machine, for browsers refuse the rest. What frames the page, only a header can say.
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

/** Puts into the page what a service would send as headers; before anything that it is to hold for. */
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
