import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, pageUrl } from '#testing/pages/fetched-page.ts'
import { redirectTarget, texts } from './redirect-target.ts'

const origin = 'https://example.com'
const check = (from: string, to: string, statuses = [301], status = 200) =>
  checkPage('redirect-target', {
    askedUrl: origin + from,
    finalUrl: origin + to,
    status,
    html: document('', '<p>Lamps</p>'),
    redirects: statuses.map((hop) => ({ url: origin + from, status: hop, location: origin + to })),
  })

describe('redirect-target', () => {
  it.each([404, 410, 500])('fails a redirect to a page that returns %i', (status) => {
    expect(check('/old', '/gone', [301], status)).toMatchObject({
      outcome: 'fail',
      title: texts.error(status),
      points_lost: 6,
      evidence: [{ url: `${origin}/gone` }],
    })
  })

  it.each([
    ['/news/2019/post-1.html', '/'],
    ['/news/2019/post-1.html', '/en/'],
    ['/products', '/'],
    ['/en/products', '/en'],
    ['/de/produkte/lampe', '/de-AT/'],
  ])('warns of a redirect from %s to %s', (from, to) => {
    expect(check(from, to)).toMatchObject({ outcome: 'warn', title: texts.home, points_lost: 3 })
    expect(check(from, to, [308, 301]).outcome).toBe('warn')
  })

  it.each([
    ['/', '/en/'],
    ['/en', '/en/'],
    ['/en/home', '/en/'],
    ['/index.html', '/'],
    ['/index.php', '/en/'],
    ['/old', '/new'],
    ['/en/old', '/en/products/'],
    ['/login', '/'],
  ])('passes a redirect from %s to %s', (from, to) => {
    expect(check(from, to)).toMatchObject({ outcome: 'pass', title: redirectTarget.titlePass })
  })

  it('passes a temporary redirect to the home page', () => {
    expect(check('/offer', '/', [302]).outcome).toBe('pass')
  })

  it('is not applicable without a redirect', () => {
    expect(checkPage('redirect-target', { finalUrl: pageUrl, html: document('') }).outcome).toBe('not-applicable')
  })
})
