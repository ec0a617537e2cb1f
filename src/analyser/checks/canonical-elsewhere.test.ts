import { describe, expect, it } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { indexabilityOf } from '#analyser/indexability.ts'
import type { CanonicalHostFacts } from '#analyser/page-facts.ts'
import { analysePage } from '#analyser/run.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, fetchedPageOf, probe } from '#testing/pages/fetched-page.ts'
import { prose } from '#testing/pages/prose.ts'
import { texts } from './canonical-elsewhere.ts'

const words = prose(120, 1)
const page = 'https://example.com/garden/lamps?page=2'
const check = (href: string, finalUrl = page) =>
  checkPage('canonical-elsewhere', { finalUrl, html: document(`<link rel="canonical" href="${href}">`) })

describe('canonical-elsewhere', () => {
  it.each([page, '?page=2', 'https://EXAMPLE.com:443/garden/lamps?page=2#top'])(
    'passes the page itself, written "%s"',
    (href) => {
      expect(check(href)).toMatchObject({ outcome: 'pass', value: page })
    },
  )

  it.each([
    ['https://example.com/garden/lamps?page=2&utm_source=letter', page, 'utm_source'],
    ['https://example.com/a?gclid=1', 'https://example.com/a', 'gclid'],
    ['https://example.com/a?b=1&fbclid=x', 'https://example.com/a?b=1&fbclid=x', 'fbclid'],
  ])('warns of %s on %s, which Google will index', (href, finalUrl, name) => {
    expect(check(href, finalUrl)).toMatchObject({
      outcome: 'warn',
      title: texts.campaign(name),
      value: href,
      evidence: [{ line: 5, note: texts.campaignIndexed }],
    })
  })

  it('passes the clean URL of one with a campaign parameter as before', () => {
    expect(check('https://example.com/a', 'https://example.com/a?utm_source=letter').outcome).toBe('info')
  })

  it.each([
    ['https://example.com/garden/lamps', texts.paging(2)],
    ['http://example.com/garden/lamps?page=2', 'Google will index http://example.com/garden/lamps?page=2 instead'],
    ['https://example.com/garden/lamps?sort=a', 'Google will index /garden/lamps?sort=a instead'],
  ])('notes %s, showing the link', (href, title) => {
    expect(check(href)).toMatchObject({ outcome: 'info', title, value: href, evidence: [{ url: href, line: 5 }] })
  })

  it.each([
    'https://example.com/',
    'https://example.com',
    'https://www.example.com/index.php',
    'https://example.com/?ref=x',
  ])('fails the home page %s', (href) => {
    expect(check(href)).toMatchObject({ outcome: 'fail', title: texts.homePage })
  })

  it.each(['https://example.com/?utm=x', 'https://www.example.com/', 'https://example.com/index.html'])(
    'only notes it when the page %s is a home page itself',
    (finalUrl) => {
      expect(check('https://example.com/', finalUrl).outcome).toBe('info')
    },
  )

  it.each([
    ['https://staging.example.com/garden/lamps', 'staging.example.com'],
    ['https://example.org/', 'example.org'],
    ['https://shop.example.net:8443/', 'shop.example.net:8443'],
    ['http://10.0.0.4/garden/lamps', '10.0.0.4'],
  ])('fails another host as long as nothing shows that it has the same content: %s', (href, host) => {
    expect(check(href)).toMatchObject({ outcome: 'fail', title: texts.otherHost(host), value: href, points_lost: 12 })
  })

  it.each([
    'https://www.example.com/garden/lamps?page=2',
    'http://m.example.com/garden/lamps?page=2',
    'https://example.com/garden/lamps?page=2#top',
  ])('takes %s for the same host', (href) => {
    expect(check(href).outcome).not.toBe('fail')
  })

  const other = 'https://example.com/lamps'
  const withTarget = (target: ReturnType<typeof probe>, url = target.url) =>
    checkPage('canonical-elsewhere', {
      finalUrl: page,
      html: document(`<link rel="canonical" href="${url}">`, `<main>${words}</main>`),
      probes: [target],
    })

  it.each([401, 403, 500, 502, 503])('fails a URL that returns %i', (status) => {
    for (const target of [
      probe('canonical', other, { status }),
      { ...failedProbe('canonical', other, 'refused'), status },
    ])
      expect(withTarget(target)).toMatchObject({ outcome: 'fail', title: texts.unreadable(`it returns ${status}`) })
  })

  it.each(['dns', 'timeout', 'unreachable', 'connection_closed', 'tls'] as const)(
    'fails a URL that gives no answer: %s',
    (code) => {
      expect(withTarget(failedProbe('canonical', other, code))).toMatchObject({ outcome: 'fail' })
    },
  )

  it('fails a URL on another host whose robots.txt can’t be read, which keeps Google out, but not a spelling of its own', () => {
    const on = (url: string) => withTarget(failedProbe('canonical', url, 'robots_unavailable', 'not-asked'))
    for (const url of ['https://example.com:8443/lamps', 'https://www.example.com/lamps'])
      expect(on(url)).toMatchObject({ outcome: 'fail', title: texts.unreadable('robots_unavailable') })
    expect(on(page.replace('//', '//www.')).outcome).toBe('info')
    expect(on(other).outcome).toBe('unknown')
  })

  it.each(['refused', 'bot_wall', 'robots', 'budget', 'time_up'] as const)(
    'does not guess about a URL that only we may not read: %s',
    (code) => {
      expect(withTarget(failedProbe('canonical', other, code)).outcome).toBe('unknown')
    },
  )

  it('names the host of a URL there that wants a login, and the reason', () => {
    const url = 'https://staging.example.com/lamps'
    expect(withTarget(probe('canonical', url, { status: 401 }))).toMatchObject({
      title: texts.otherHost('staging.example.com'),
      evidence: [{ url, note: texts.unreadable('it returns 401') }],
    })
  })

  it('only notes another host that shows the same content, and fails one whose content differs', () => {
    const url = 'https://magazine.example.org/lamps'
    const shown = (shownText: string) =>
      withTarget(probe('canonical', url, { text: document('', `<main>${shownText}</main>`) })).outcome
    expect(shown(words)).toBe('info')
    expect(shown(prose(120, 2))).toBe('fail')
  })

  const staging = 'https://staging.example.com/lamps'
  const withHost = (canonicalHost: CanonicalHostFacts, target = failedProbe('canonical', staging, 'refused')) => {
    const html = document(`<link rel="canonical" href="${target.url}">`, `<main>${words}</main>`)
    const { facts } = analysePage(fetchedPageOf({ finalUrl: page, html }), [target])
    const all = { ...facts, canonicalHost }
    return { ...evaluate(all).results['canonical-elsewhere'], state: indexabilityOf(all) }
  }

  it('calls a host staging whose pages are requested with an identity', () => {
    const { title, outcome, state } = withHost({ kind: 'staging', isAlike: null })
    expect([outcome, title]).toEqual(['fail', texts.staging('staging.example.com')])
    expect(state).toMatchObject({ state: 'blocked', code: 'canonical_staging', instead: staging })
    expect(state.reason).toBe('its canonical URL names your staging, staging.example.com')
  })

  it('reads a host that the website’s owner named as the website’s own', () => {
    expect(withHost({ kind: 'own', isAlike: null })).toMatchObject({ outcome: 'unknown', title: texts.unknown })
    const other = probe('canonical', staging, { text: document('', `<main>${prose(120, 2)}</main>`) })
    expect(withHost({ kind: 'own', isAlike: null }, other).title).toBe(texts.unlike)
  })

  it('takes the latest report of the canonical URL for its response if there is none now', () => {
    expect(withHost({ kind: null, isAlike: true })).toMatchObject({ outcome: 'info', state: { state: 'other_url' } })
    expect(withHost({ kind: null, isAlike: true }, failedProbe('canonical', staging, 'timeout')).outcome).toBe('info')
    expect(withHost({ kind: null, isAlike: true }, probe('canonical', staging, { status: 401 })).outcome).toBe('fail')
    expect(withHost({ kind: null, isAlike: false }).outcome).toBe('fail')
  })

  it('takes the same URL with http for the page’s own, even if nothing responds there', () => {
    const http = page.replace('https:', 'http:')
    expect(withTarget(failedProbe('canonical', http, 'connection_closed')).outcome).toBe('info')
    expect(withTarget(probe('canonical', http, { status: 401 })).outcome).toBe('fail')
  })

  it('takes the host that redirects here for the page’s own', () => {
    const asked = 'https://old.example.org/lamps'
    const result = checkPage('canonical-elsewhere', {
      finalUrl: page,
      redirects: [{ url: asked, status: 301, location: page }],
      html: document('<link rel="canonical" href="https://old.example.org/other">'),
    })
    expect(result.outcome).toBe('unknown')
  })

  it('does not guess without the response of the canonical URL', () => {
    const result = checkPage('canonical-elsewhere', { headers: { link: '<https://example.com/x>; rel="canonical"' } })
    expect(result).toMatchObject({ outcome: 'unknown', title: texts.unknown, points_lost: 0 })
  })

  it('reads the header', () => {
    const result = checkPage('canonical-elsewhere', { headers: { link: '<https://example.com/>; rel="canonical"' } })
    expect(result).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: 'https://example.com/', note: texts.fromHeader }],
    })
  })

  it('does not apply to none, to an unreadable one, to contradicting ones and to one in the body', () => {
    expect(checkPage('canonical-elsewhere', { html: document('') }).outcome).toBe('not-applicable')
    expect(check('').outcome).toBe('not-applicable')
    expect(check('https://example.com/"><link rel="canonical" href="https://example.com/b').outcome).toBe(
      'not-applicable',
    )
    expect(
      checkPage('canonical-elsewhere', {
        html: document('', '<p>x</p><link rel="canonical" href="https://example.com/">'),
      }).outcome,
    ).toBe('not-applicable')
  })
})
