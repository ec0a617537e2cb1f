import { describe, expect, it } from 'vitest'
import { document, crawlOf } from '#testing/crawl.ts'
import { collectFacts } from './collect.ts'

const alternatesOf = (head: string, body = '', headers = {}) =>
  collectFacts(crawlOf({ html: document(head, body), headers })).facts.alternates
const link = (hreflang: string, href: string, rel = 'alternate') =>
  `<link rel="${rel}" hreflang="${hreflang}" href="${href}">`

describe('versions in other languages', () => {
  it('are link elements and Link headers, in that order', () => {
    const { items, total } = alternatesOf(link(' de ', 'https://example.com/de'), '', {
      link: '<https://example.com/fr>; rel="alternate"; hreflang="fr", </s.css>; rel=preload',
    })
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { source: 'link', hreflang: 'de', url: 'https://example.com/de', absolute: true, inHead: true },
      { source: 'header', hreflang: 'fr', url: 'https://example.com/fr', absolute: true, inHead: true, at: null },
    ])
  })

  it('are resolved, and known to be relative', () => {
    expect(alternatesOf(`<base href="https://other.example/x/">${link('de', 'de')}`).items).toMatchObject([
      { url: 'https://other.example/x/de', href: 'de', absolute: false },
    ])
    expect(alternatesOf(link('de', 'javascript:0') + link('fr', '')).items).toMatchObject([
      { url: null },
      { url: null },
    ])
  })

  it('are known to stand in the body', () => {
    expect(alternatesOf('', `<p>x</p>${link('de', 'https://example.com/de')}`).items).toMatchObject([{ inHead: false }])
  })

  it.each([
    '<link rel="alternate" href="https://example.com/feed" type="application/rss+xml">',
    link('de', 'https://example.com/de.css', 'alternate stylesheet'),
    link('de', 'https://example.com/de', 'next'),
    `<noscript>${link('de', 'https://example.com/de')}</noscript>`,
    '<a rel="alternate" hreflang="de" href="/de">Deutsch</a>',
  ])('are not %s', (head) => {
    expect(alternatesOf(head).total).toBe(0)
  })

  it('are counted beyond those kept', () => {
    const { items, total } = alternatesOf(link('de', 'https://example.com/de').repeat(1500))
    expect([items.length, total]).toEqual([1000, 1500])
  })
})
