import type { Plugin } from 'vite'

/**
 * Lets the first words stand before any style sheet has come, and the sheets arrive before the scripts, which share one
 * slow line with them. Scripts run when the sheets above them are here, so nothing is ever shown without its styles.
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
