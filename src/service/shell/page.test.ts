import { describe, expect, it } from 'vitest'
import { renderShell } from './page.ts'

const shell = {
  html: '<html><head><title>x</title></head><body><div id="root"><p class="boot">SEO Reports</p></div></body></html>',
  files: new Set<string>(),
  inlineHashes: { script: [], style: [] },
  preloads: {
    pages: { report: ['/assets/report.js'] },
    visitors: { report: ['/assets/open.js', '/assets/open.css'] },
  },
}
const preview = {
  title: 'shop.example · 72 of 100',
  description: 'd',
  alt: 'a',
  url: 'https://seo.example/reports/5',
  image: 'https://seo.example/previews/reports/5.png',
  findable: false,
}

describe('the start page of a report', () => {
  it('preloads the data and files for visitors when the report is public', () => {
    const { html } = renderShell(shell, '/reports/5', preview)
    expect(
      [...html.matchAll(/<link rel="(preload|modulepreload|stylesheet)"[^>]* href="([^"]+)">/g)].map(
        ([, rel, href]) => `${rel} ${href}`,
      ),
    ).toEqual([
      'preload /api/v1/shared/reports/5',
      'preload /api/v1/checks',
      'modulepreload /assets/report.js',
      'modulepreload /assets/open.js',
      'stylesheet /assets/open.css',
    ])
  })

  it('contains the preview as escaped text', () => {
    const { html } = renderShell(shell, '/reports/5', { ...preview, title: '<b>shop' })
    expect(html).toContain('<p class="boot">SEO Reports</p><p class="first"><b>&lt;b&gt;shop</b><br>d</p></div>')
  })

  it('preloads the font for the dashboard, not for visitors', () => {
    const preload = '<link rel="preload" as="font" crossorigin href="/fonts/inter.woff2" />'
    const withFont = { ...shell, html: shell.html.replace('<title>', `${preload}<title>`) }
    expect(renderShell(withFont, '/reports/5').html).toContain(preload)
    expect(renderShell(withFont, '/reports/5', preview).html).not.toContain('as="font"')
  })

  it('contains none of it when the report is not public', () => {
    const { html } = renderShell(shell, '/reports/5')
    expect(html).toContain('/assets/report.js')
    expect(html).not.toMatch(/shared|open\.|\/api\/|class="first"/)
  })
})
