import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { notes, texts } from './crawlable-anchors.ts'

const withBody = (body: string, head = '') => checkPage('crawlable-anchors', { html: document(head, body) })

describe('crawlable-anchors', () => {
  it.each(['/a', 'b?c=d', '#top', '//other.example/x', 'https://bücher.example/ü', ' /a ', 'HTTP://example.com'])(
    'passes the href "%s"',
    (href) => {
      expect(withBody(`<a href="${href}">x</a>`).outcome).toBe('pass')
    },
  )

  it.each([
    '',
    '  ',
    'javascript:void(0)',
    ' JavaScript:go()',
    'java\nscript:go()',
    'file:///C:/x.html',
    'https://',
    'http://a b/',
  ])('fails the href "%s"', (href) => {
    expect(withBody(`<a href="/fine">x</a><a href="${href}">y</a>`)).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.broken(1, 2),
      evidence: [{ selector: 'body > a:nth-of-type(2)' }],
    })
  })

  it.each([
    'onclick="go()"',
    'routerLink="/lamps"',
    'target="_blank"',
    'rel="nofollow"',
    'id="menu" onclick="go()"',
    '@click="go"',
  ])('fails an anchor without href that has %s', (attribute) => {
    expect(withBody(`<a ${attribute}>x</a>`)).toMatchObject({
      outcome: 'fail',
      evidence: [{ note: notes['script-only'] }],
    })
  })

  it.each([
    '<a href="mailto:a@example.com">x</a>',
    '<a href="tel:+49301">x</a>',
    '<a id="top">x</a>',
    '<a name="top"></a>',
    '<a id="top" href=""></a>',
    '<a name="top" href=" "></a>',
    '<a class="current" aria-current="page">x</a>',
    '<a role="button" href="javascript:go()">x</a>',
    '<svg><a href="">x</a></svg>',
    '<noscript><a href="">x</a></noscript>',
  ])('ignores %s', (body) => expect(withBody(body).outcome).toBe('not-applicable'))

  it('resolves against the base element', () => {
    expect(withBody('<a href="a">x</a>', '<base href="https://other.example/deep/">').outcome).toBe('pass')
    expect(withBody('<a href="a">x</a>', '<base href="javascript:0">').outcome).toBe('pass')
  })

  it.each([
    '<a onclick="toggleMenu()">x</a>',
    '<a href="javascript:addToCart(7)">x</a>',
    '<a href="javascript:void(0)" onclick="slider.slideNext()">x</a>',
    '<a href="javascript:decreaseQty(1)">x</a>',
    '<a href="javascript:playVideo(2)">x</a>',
  ])('asks for a button in place of %s', (body) => {
    expect(withBody(body)).toMatchObject({ outcome: 'warn', points_lost: 1, evidence: [{ note: texts.action }] })
  })

  it.each([
    '<a onclick="location.href=\'/lamps\'">x</a>',
    '<a onclick="go(7)" title="Lamps">x</a>',
    '<a routerLink="/lamps" title="Lamps">x</a>',
    '<a href="javascript:openPage(2)">x</a>',
    '<a href="javascript:showCategory(3)">x</a>',
  ])('fails a link that can lead to a page: %s', (body) => expect(withBody(body).outcome).toBe('fail'))
})
