import { describe, expect, it } from 'vitest'
import { document, crawlOf } from '#testing/crawl.ts'
import { collectFacts } from './collect.ts'
import { bestIcon } from './icons.ts'

const iconsOf = (head: string, body = '') => collectFacts(crawlOf({ html: document(head, body) })).facts.icons

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
