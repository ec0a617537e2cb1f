import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './lazy-lcp.ts'

const withBody = (body: string) => checkPage('lazy-lcp', { html: document('', body) })
const lazy = '<img src="hero.jpg" loading="lazy">'
const eager = '<img src="hero.jpg">'
const lazily = ' loading="lazy"'
const sized = (width: number, height: number, more = '') =>
  `<img src="a.jpg" width="${width}" height="${height}"${more}>`
const text = '<p>A garden lamp gives light.</p>'

describe('lazy-lcp', () => {
  it.each<[string, string, string]>([
    ['at once', eager, 'pass'],
    ['with high priority', '<img src="hero.jpg" fetchpriority="high">', 'pass'],
    ['lazy', lazy, 'fail'],
    ['lazy with high priority', '<img src="hero.jpg" loading="LAZY" fetchpriority="high">', 'fail'],
    ['filled in by a script', '<img data-src="hero.jpg" class="lazyload">', 'fail'],
    ['filled in over an inline stand-in', '<img src="data:image/gif;base64,R0" data-lazy-src="hero.jpg">', 'fail'],
    ['filled in over a stand-in file', '<img src="/img/blank.gif" data-original="hero.jpg">', 'fail'],
    ['filled in over a small copy', '<img src="hero-20.jpg" data-src="hero.jpg" class="blur lazyload">', 'fail'],
    ['with a larger one for zooming', '<img src="hero.jpg" data-src="hero-large.jpg">', 'pass'],
    ['after a logo', `<img src="/logo.png" loading="lazy">${eager}`, 'pass'],
    ['after a lazy icon', `<img src="a.png" class="cart-icon" loading="lazy">${eager}`, 'pass'],
    ['after a small one', `<img src="a.png" width="120" height="120" loading="lazy">${eager}`, 'pass'],
    ['after an SVG', `<img src="a.svg?v=1" loading="lazy">${eager}`, 'pass'],
    ['after one in a menu', `<nav><img src="a.jpg" loading="lazy"></nav>${eager}`, 'pass'],
    ['after a hidden one', `<div hidden>${lazy}</div>${eager}`, 'pass'],
    ['after an eager one', `${eager}${lazy}`, 'pass'],
    ['in the header', `<header>${lazy}</header>`, 'fail'],
    ['behind a long menu', `<header><nav>${text.repeat(99)}</nav></header><main>${lazy}</main>`, 'fail'],
    ['behind a long menu, without main', `<nav>${text.repeat(99)}</nav>${lazy}`, 'fail'],
    ['behind a long menu of divs, in main', `<div>${text.repeat(99)}</div><main>${lazy}</main>`, 'fail'],
    ['behind much text', `${text.repeat(99)}${lazy}`, 'not-applicable'],
    ['behind much text in main', `<main>${text.repeat(99)}${lazy}</main>`, 'not-applicable'],
    ['behind white space and wrappers', `${'<div>\n   '.repeat(900)}${lazy}`, 'fail'],
    ['after one that sizes make small', `<img src="a.jpg" sizes="48px" loading="lazy">${eager}`, 'pass'],
    ['after one without priority', `${eager}<img src="b.jpg" fetchpriority="high" loading="lazy">`, 'fail'],
    ['larger than the one before it', `${sized(300, 200)}${sized(1200, 600, lazily)}`, 'fail'],
    ['smaller than the one before it', `${sized(1200, 600)}${sized(300, 200, lazily)}`, 'pass'],
    ['not there', text, 'not-applicable'],
    ['inline', '<img src="data:image/png;base64,R0" loading="lazy">', 'not-applicable'],
  ])('%s', (_, body, outcome) => {
    expect(withBody(body).outcome).toBe(outcome)
  })

  it('points to the image', () => {
    expect(withBody(`${text}${lazy}`)).toMatchObject({
      title: texts.lazy,
      evidence: [{ snippet: lazy }],
    })
  })

  it('notes large images further down that are not lazy', () => {
    const further = '<img src="more.jpg" width="800" height="600">'
    expect(withBody(eager + further.repeat(2)).outcome).toBe('pass')
    expect(withBody(eager + further.repeat(4))).toMatchObject({
      outcome: 'info',
      value: 2,
      title: texts.others(2),
    })
    expect(withBody(eager + '<img src="more.jpg" loading="lazy">'.repeat(9)).outcome).toBe('pass')
  })
})
