import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { breadcrumb } from './breadcrumb.ts'

const list = {
  '@type': 'BreadcrumbList',
  itemListElement: [
    { position: 1, name: 'Home', item: '/' },
    { position: 2, name: 'ランプ' },
  ],
}
const script = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

describe('breadcrumb', () => {
  it.each([
    ['JSON-LD', document(script(list)), 'Home › ランプ'],
    ['JSON-LD inside a page', document(script({ '@type': 'WebPage', breadcrumb: list })), 'Home › ランプ'],
    [
      'microdata',
      document(
        '',
        '<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope><b itemprop="name">Lamps</b></li></ol>',
      ),
      'Lamps',
    ],
    ['RDFa', document('', '<ol vocab="https://schema.org/" typeof="BreadcrumbList"></ol>'), ''],
  ])('passes one in %s', (_, html, value) => {
    expect(checkPage('breadcrumb', { html })).toMatchObject({ outcome: 'pass', value })
  })

  it('passes one on a home page too', () => {
    expect(checkPage('breadcrumb', { html: document(script(list)), finalUrl: 'https://example.com/' }).outcome).toBe(
      'pass',
    )
  })

  it('notes its absence', () => {
    const other = document(
      '<script type="application/ld+json">{"@context":"https://example.org/x","@type":"BreadcrumbList"}</script>',
      '<nav aria-label="breadcrumb">Home</nav>',
    )
    expect(checkPage('breadcrumb', { html: other })).toMatchObject({
      outcome: 'info',
      title: breadcrumb.titleFail,
    })
  })

  it.each(['https://example.com/', 'https://example.com/?utm_source=x'])(
    'asks none of the home page %s',
    (finalUrl) => {
      expect(checkPage('breadcrumb', { html: document(''), finalUrl }).outcome).toBe('not-applicable')
    },
  )
})
