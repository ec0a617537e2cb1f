import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/gathered.ts'

const withBody = (body: string, head = '') => checkPage('crawlable-anchors', { html: document(head, body) })

describe('crawlable-anchors', () => {
  it.each(['/a', 'b?c=d', '#top', '//other.example/x', 'https://bücher.example/ü', ' /a ', 'HTTP://example.com'])('passes the href "%s"', (href) => {
    expect(withBody(`<a href="${href}">x</a>`).outcome).toBe('pass')
  })

  it.each(['', '  ', 'javascript:void(0)', ' JavaScript:go()', 'java\nscript:go()', 'file:///C:/x.html', 'https://', 'http://a b/'])('fails the href "%s"', (href) => {
    expect(withBody(`<a href="/fine">x</a><a href="${href}">y</a>`)).toMatchObject({ outcome: 'fail', value: 1, title: 'Search engines cannot follow 1 of 2 links', evidence: [{ selector: 'body > a:nth-of-type(2)' }] })
  })

  it('fails an anchor that acts by script alone', () => {
    expect(withBody('<a onclick="go()">x</a>')).toMatchObject({ outcome: 'fail', evidence: [{ note: 'It acts only by script and has no href.' }] })
  })

  it.each(['<a href="mailto:a@example.com">x</a>', '<a href="tel:+49301">x</a>', '<a id="top">x</a>', '<a name="top"></a>', '<a role="button" href="javascript:go()">x</a>', '<svg><a href="">x</a></svg>', '<noscript><a href="">x</a></noscript>'])(
    'does not judge %s',
    (body) => expect(withBody(body).outcome).toBe('not-applicable'),
  )

  it('resolves against the base element', () => {
    expect(withBody('<a href="a">x</a>', '<base href="https://other.example/deep/">').outcome).toBe('pass')
    expect(withBody('<a href="a">x</a>', '<base href="javascript:0">').outcome).toBe('pass')
  })
})
