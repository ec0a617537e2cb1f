import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './url-parameters.ts'

const page = 'https://example.com/lamps'
const check = (finalUrl: string, head = '', body = '') =>
  checkPage('url-parameters', { finalUrl, html: document(head, body) })
const canonical = (url: string) => `<link rel="canonical" href="${url}">`

describe('url-parameters', () => {
  it.each([
    ['?utm_source=mail&utm_medium=email', 'utm_source, utm_medium'],
    ['?PHPSESSID=3f2a', 'PHPSESSID'],
    [';jsessionid=3F2A?page=2', 'jsessionid'],
    ['?page=2&gclid=x', 'gclid'],
  ])('warns about %s', (more, names) => {
    expect(check(page + more)).toMatchObject({
      outcome: 'warn',
      value: names,
      title: texts.inUrl(names),
      evidence: [{ url: page + more }],
    })
  })

  it('passes where the canonical URL leaves them out', () => {
    expect(check(`${page}?utm_source=mail`, canonical(page))).toMatchObject({
      outcome: 'pass',
      title: texts.leftOut('utm_source'),
    })
    expect(check(`${page}?utm_source=mail`, canonical(`${page}?utm_source=mail`)).outcome).toBe('warn')
  })

  it('warns about internal links, each URL once, and not about external ones', () => {
    const links = `<a href="/a?utm_campaign=top">A</a>
<a href="/a?utm_campaign=top">A</a>
<a href="https://other.example/?utm_source=us">B</a>`
    expect(check(page, '', links)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.inLinks(1),
      evidence: [{ url: 'https://example.com/a?utm_campaign=top', line: 8 }],
    })
  })

  it.each(['', '?page=2&color=red&q=session+id', '?utm=1&side=a'])('passes "%s"', (more) => {
    expect(check(page + more, '', '<a href="/b?size=4">B</a>').outcome).toBe('pass')
  })
})
