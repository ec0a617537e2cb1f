import { describe, expect, it } from 'vitest'
import { fetchedPageOf, document } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'
import { bestIcon, readLinkHeader } from './link-elements.ts'

const alternatesOf = (head: string, body = '', headers = {}) =>
  collectFacts(fetchedPageOf({ html: document(head, body), headers })).facts.alternates
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

const iconsOf = (head: string, body = '') => collectFacts(fetchedPageOf({ html: document(head, body) })).facts.icons

describe('the icons of a page', () => {
  it('are links of the head, resolved, in document order', () => {
    const { items, total } = iconsOf(
      `
      <link rel="Shortcut ICON" href="/a.ico"><link rel="apple-touch-icon" sizes="180x180" href="b.png">
      <link rel="mask-icon" href="//cdn.example/m.svg" color="#000"><link rel="icon" type="image/png" href="data:image/png;base64,AAAA">
      <link rel="stylesheet" href="/icon.css"><link rel="icon"><link rel="icon" href=" ">`,
      '<link rel="icon" href="/in-body.ico">',
    )
    expect(total).toBe(4)
    expect(items.map(({ rel, url }) => [rel, url])).toEqual([
      ['icon', 'https://example.com/a.ico'],
      ['apple-touch-icon', 'https://example.com/garden/b.png'],
      ['mask-icon', 'https://cdn.example/m.svg'],
      ['icon', null],
    ])
    expect(items[1]).toMatchObject({ sizes: '180x180', type: null, href: 'b.png' })
  })

  it.each([
    ['the first of equals', '<link rel="icon" href="/1.png"><link rel="icon" href="/2.png">', '/1.png'],
    [
      'a large one',
      '<link rel="icon" href="/16.png" sizes="16x16"><link rel="icon" href="/96.png" sizes="96x96">',
      '/96.png',
    ],
    ['an SVG', '<link rel="icon" href="/16.ico"><link rel="icon" href="/i.svg?v=2">', '/i.svg?v=2'],
    [
      'an icon before one for iOS',
      '<link rel="apple-touch-icon" sizes="180x180" href="/ios.png"><link rel="icon" href="/16.ico">',
      '/16.ico',
    ],
    [
      'one for iOS where there is no other',
      '<link rel="mask-icon" href="/m.svg"><link rel="apple-touch-icon" href="/ios.png">',
      '/ios.png',
    ],
    ['one that can be fetched', '<link rel="icon" href="data:,"><link rel="icon" href="/1.png">', '/1.png'],
  ])('are asked for %s', (_, head, path) => {
    expect(bestIcon(iconsOf(head))?.url).toBe(`https://example.com${path}`)
  })

  it('give none to ask for where only a mask is named', () => {
    expect(bestIcon(iconsOf('<link rel="mask-icon" href="/m.svg">'))).toBeNull()
  })
})

const read = (value: string) => readLinkHeader(value).map(({ href, params }) => [href, Object.fromEntries(params)])

describe('Link headers', () => {
  it('reads several links with quoted and bare parameters', () => {
    expect(read('<https://a.example/x,y;z>; rel="canonical"; TITLE="a, \\"b\\"; c", </b>;rel=next')).toEqual([
      ['https://a.example/x,y;z', { rel: 'canonical', title: 'a, "b"; c' }],
      ['/b', { rel: 'next' }],
    ])
  })

  it('lets the first of a repeated parameter count', () => {
    expect(read('<a>; rel=canonical; rel=next; crossorigin')).toEqual([['a', { rel: 'canonical', crossorigin: '' }]])
  })

  it.each(['', 'nonsense', '<a', 'a>; rel=next'])('reads nothing from "%s"', (value) => {
    expect(read(value)).toEqual([])
  })

  it('survives an open quote', () => {
    expect(read('<a>; rel="canonical, <b>; rel=next')).toEqual([['a', { rel: 'canonical, <b>; rel=next' }]])
  })
})
