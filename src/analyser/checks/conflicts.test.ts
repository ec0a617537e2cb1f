import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, type Page } from '#testing/pages/fetched-page.ts'
import { texts } from './conflicts.ts'

const page = 'https://example.com/lamps'
const other = 'https://example.com/all/lamps'
const canonical = (url: string) => `<link rel="canonical" href="${url}">`
const german = '<link rel="alternate" hreflang="de" href="https://example.com/de/lampen">'
const noindex = '<meta name="robots" content="noindex">'
const check = (head: string, rest: Page = {}) =>
  checkPage('conflicts', { finalUrl: page, html: document(head), ...rest })

describe('conflicts', () => {
  it('warns of noindex together with a canonical URL elsewhere', () => {
    expect(check(`${noindex}\n${canonical(other)}`)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.noindex,
      evidence: [{ line: 5 }, { line: 6, url: other, note: 'Canonical URL' }],
    })
    expect(check(canonical(other), { headers: { 'x-robots-tag': 'noindex' } }).outcome).toBe('warn')
  })

  it('warns of a canonical URL that robots.txt blocks for Googlebot, with the line', () => {
    const robots = 'User-agent: *\nDisallow: /all/'
    expect(check(canonical(other), { robots })).toMatchObject({
      outcome: 'warn',
      title: texts.blocked,
      evidence: [{ url: other }, { url: 'https://example.com/robots.txt', line: 2, snippet: 'Disallow: /all/' }],
    })
    expect(check(canonical('https://shop.example/all/'), { robots }).outcome).toBe('pass')
    expect(check(canonical(other), { robots: 'User-agent: seo-reports\nDisallow: /' }).outcome).toBe('pass')
  })

  it('warns of hreflang on a page whose canonical URL is another one', () => {
    expect(check(canonical(other) + german)).toMatchObject({
      outcome: 'warn',
      title: texts.hreflang,
    })
  })

  it('counts several', () => {
    expect(check(noindex + canonical(other) + german)).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: texts.several(2),
    })
  })

  it('only notes an og:url that differs', () => {
    const shared = (url: string) => `<meta property="og:url" content="${url}">`
    expect(check(canonical(page) + shared(other))).toMatchObject({
      outcome: 'info',
      title: texts.ogUrl,
      evidence: [{ url: other, note: texts.canonical(page) }],
    })
    expect(check(canonical(page) + shared(page)).outcome).toBe('pass')
  })

  it('passes a page that agrees with itself', () => {
    expect(check(canonical(page) + german).outcome).toBe('pass')
    expect(check(noindex + canonical(page)).outcome).toBe('pass')
    expect(check(canonical(other)).outcome).toBe('pass')
  })

  it('does not apply without one canonical URL', () => {
    expect(check(noindex + german).outcome).toBe('not-applicable')
    expect(check(canonical(page) + canonical(other)).outcome).toBe('not-applicable')
  })
})
