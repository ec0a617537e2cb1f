// @module-tag all
import { expect, it } from 'vitest'
import { renderTimes } from '#service/renderer/render-page.ts'
import { createRenderer } from '#service/renderer/renderer.ts'
import { scriptPages } from '#testing/pages/script-pages.ts'
import { renderScriptPage, serveScriptPages } from '#testing/servers/script-page-servers.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'

/** The first page of most websites, and one with a closed shadow tree. The benchmark renders all pages. */
const others = new Set(['svelte-docs', 'angular-portal', 'moved', 'hidden', 'plain'])
const pages = scriptPages.filter(
  ({ website, path }, at) =>
    path === '/story/closed-3' ||
    (!others.has(website) && scriptPages.findIndex((scriptPage) => scriptPage.website === website) === at),
)

it.skipIf(!chromium)(
  'a browser finds the same pages changed by their scripts as their description says',
  async () => {
    const servers = await serveScriptPages()
    const times = { ...renderTimes, later: 200 }
    const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: servers.hosts, times })
    try {
      const found = []
      for (const page of pages) {
        const { differs } = await renderScriptPage(renderer, servers.originOf(page), page)
        found.push([page.website, page.path, differs])
      }
      expect(found).toEqual(pages.map(({ website, path, differs }) => [website, path, differs]))
    } finally {
      await renderer.close()
      servers.close()
    }
  },
  300_000,
)
