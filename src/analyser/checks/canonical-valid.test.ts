import { describe, expect, it } from 'vitest'
import { ignoredCanonicalText } from '#contract/reports/indexability.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, pageUrl, probe } from '#testing/pages/fetched-page.ts'
import { noResponse } from '../probes/results.ts'
import { canonicalValid, texts } from './canonical-valid.ts'

const link = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`
const withHead = (head: string, headers = {}) =>
  checkPage('canonical-valid', { finalUrl: 'https://example.com/a', html: document(head), headers })
const other = 'https://example.com/lamps'
const withTarget = (answer: Parameters<typeof probe>[2]) => {
  const target = probe('canonical', other, {
    at: 4,
    headers: { 'content-type': 'text/html' },
    text: document(''),
    ...answer,
  })
  return checkPage('canonical-valid', { html: document(link(other)), probes: [target] })
}

describe('canonical-valid', () => {
  it('passes one full address, by link or by header', () => {
    expect(withHead(link('https://example.com/a'))).toMatchObject({ outcome: 'pass', value: 'https://example.com/a' })
    expect(withHead('', { link: '</style.css>; rel=preload, <https://example.com/a>; rel="canonical"' })).toMatchObject(
      { outcome: 'pass', value: 'https://example.com/a' },
    )
  })

  it.each(['https://example.com/a#top', 'https://example.com/a#!/lamps'])('notes the fragment of %s', (href) => {
    const fragment = href.slice(href.indexOf('#'))
    expect(withHead(link(href))).toMatchObject({
      outcome: 'info',
      title: texts.fragment(fragment),
      evidence: [{ line: 5 }],
    })
    expect(withHead('', { link: `<${href}>; rel="canonical"` })).toMatchObject({ outcome: 'info' })
    expect(withHead(link('/a#top'))).toMatchObject({ outcome: 'warn', title: texts.relative })
  })

  it('passes the same address given twice', () => {
    expect(
      withHead(link('https://example.com/a') + link('https://EXAMPLE.com:443/a'), {
        link: '<https://example.com/a>; rel=canonical',
      }).outcome,
    ).toBe('pass')
  })

  it('only notes addresses that differ by a fragment', () => {
    expect(withHead(link('https://example.com/a#top') + link('https://example.com/a')).outcome).toBe('info')
  })

  it('fails different addresses and shows each', () => {
    const result = withHead(link('https://example.com/a'), { link: '<https://example.com/b>; rel="canonical"' })
    expect(result).toMatchObject({ outcome: 'fail', value: 2, title: texts.several('2') })
    expect(result.evidence.map(({ url }) => url)).toEqual(['https://example.com/a', 'https://example.com/b'])
  })

  it.each(['/a', 'a', '//example.com/a', '?b=1'])('warns of the relative URL "%s", which Google supports', (href) => {
    const target = new URL(href, pageUrl).href
    const probes = [probe('canonical', target, { headers: { 'content-type': 'text/html' }, text: document('') })]
    expect(checkPage('canonical-valid', { html: document(link(href)), probes })).toMatchObject({
      outcome: 'warn',
      title: texts.relative,
      value: href,
    })
  })

  it.each(['', ' ', 'https://', 'javascript:void(0)', 'mailto:a@example.com'])(
    'fails "%s", which is not a web URL',
    (href) => {
      expect(withHead(link(href))).toMatchObject({
        outcome: 'fail',
        title: texts.malformed,
      })
    },
  )

  it('only gives information where there is no canonical', () => {
    expect(withHead('')).toMatchObject({
      outcome: 'info',
      points_lost: 0,
      title: texts.none,
    })
  })

  it('warns of a canonical that Google ignores, and says why', () => {
    const qualified = withHead(
      link('https://example.com/m', ' media="print"') + link('https://example.com/a', ' type="text/html"'),
    )
    expect(qualified).toMatchObject({
      outcome: 'warn',
      title: texts.ignored,
      evidence: [{ note: texts.attribute('media') }, { note: texts.attribute('type') }],
    })
    expect(qualified.points_lost).toBeGreaterThan(5)
    expect(withHead('', { link: '<https://example.com/a>; rel=canonical; hreflang=en' }).outcome).toBe('warn')
    expect(withHead(link('https://example.com/a') + link('https://example.com/m', ' lang="de"')).outcome).toBe('pass')
    const inBody = checkPage('canonical-valid', { html: document('', `<p>x</p>${link('https://example.com/a')}`) })
    expect(inBody).toMatchObject({ outcome: 'warn', title: texts.outside, evidence: [{ selector: 'body > link' }] })
  })

  it('resolves against the base element, which does not make it absolute', () => {
    const result = withHead(`<base href="https://other.example/">${link('a')}`)
    expect(result).toMatchObject({ outcome: 'warn', evidence: [{ url: 'https://other.example/a' }] })
  })

  it('asks what the address is when it is not the page itself', () => {
    expect(withTarget({})).toMatchObject({
      outcome: 'pass',
      value: other,
      title: texts.works,
    })
    expect(withTarget({ text: document(link(other)) }).outcome).toBe('pass')
    expect(withHead(link('https://EXAMPLE.com:443/a'))).toMatchObject({
      outcome: 'pass',
      title: canonicalValid.titlePass,
    })
  })

  it.each([404, 410, 302])('fails an address that answers with status %i', (status) => {
    expect(withTarget({ status })).toMatchObject({
      outcome: 'fail',
      title: ignoredCanonicalText,
      evidence: [{ url: other, note: texts.error(status) }],
    })
  })

  it('fails an address that forbids indexing, by element or by header', () => {
    expect(withTarget({ text: document('<meta name="robots" content="noindex">') })).toMatchObject({
      outcome: 'fail',
      evidence: [{ note: texts.noindexed('Robots meta tag: noindex') }],
    })
    expect(withTarget({ headers: { 'x-robots-tag': 'googlebot: none', 'content-type': 'text/html' } })).toMatchObject({
      outcome: 'fail',
      evidence: [{ note: texts.noindexed('X-Robots-Tag: googlebot: none') }],
    })
    expect(withTarget({ text: document('<meta name="bingbot" content="noindex">') }).outcome).toBe('pass')
  })

  it('fails an address that redirects, and warns of one that names another', () => {
    const redirects = [{ url: other, status: 301, location: '/garden' }]
    expect(withTarget({ redirects, finalUrl: 'https://example.com/garden' })).toMatchObject({
      outcome: 'fail',
      title: ignoredCanonicalText,
      evidence: [{ note: texts.redirects('https://example.com/garden') }],
    })
    expect(withTarget({ text: document(link('/third')) })).toMatchObject({
      outcome: 'warn',
      title: texts.hasAnother,
      evidence: [{ note: texts.another('https://example.com/third') }],
    })
  })

  it('fails an address that leads back here, or to nothing for anyone, and deducts 6 points', () => {
    const redirects = [{ url: other, status: 301, location: pageUrl }]
    const back = withTarget({ redirects, finalUrl: pageUrl })
    expect(back.evidence).toMatchObject([{ note: texts.redirectsBack }])
    const mutual = withTarget({ text: document(link(pageUrl)) })
    expect(mutual.evidence).toMatchObject([{ note: texts.mutual }])
    const lost = (code: 'redirect_loop' | 'too_many_redirects') =>
      checkPage('canonical-valid', { html: document(link(other)), probes: [failedProbe('canonical', other, code)] })
    for (const result of [back, mutual, lost('redirect_loop'), lost('too_many_redirects')])
      expect(result).toMatchObject({ outcome: 'fail', title: ignoredCanonicalText, points_lost: 6 })
  })

  it('fails an address that robots.txt blocks for Googlebot, whatever it returns', () => {
    const html = document(link(other))
    const robots = `User-agent: Googlebot\nDisallow: ${new URL(other).pathname}`
    for (const probes of [[probe('canonical', other)], []])
      expect(checkPage('canonical-valid', { html, robots, probes })).toMatchObject({
        outcome: 'fail',
        title: ignoredCanonicalText,
        points_lost: 6,
        evidence: [
          {
            url: 'https://example.com/robots.txt',
            note: texts.blocked,
            line: 2,
            snippet: `Disallow: ${new URL(other).pathname}`,
          },
        ],
      })
  })

  it('does not guess when the address gave no answer', () => {
    const silent = (probes: ReturnType<typeof failedProbe>[]) =>
      checkPage('canonical-valid', { html: document(link(other)), probes })
    expect(silent([failedProbe('canonical', other, 'bot_wall')]).outcome).toBe('unknown')
    expect(silent([])).toMatchObject({ outcome: 'unknown', reason: noResponse('', []).reason })
  })

  it('leaves a target on another host to the check that fails it', () => {
    const foreign = 'https://staging.example.com/lamps'
    const noindexed = probe('canonical', foreign, { headers: { 'x-robots-tag': 'noindex' }, text: document('') })
    for (const target of [noindexed, failedProbe('canonical', foreign, 'refused')])
      expect(checkPage('canonical-valid', { html: document(link(foreign)), probes: [target] })).toMatchObject({
        outcome: 'pass',
        title: texts.wellFormed,
      })
  })

  it('says nothing of the target while the page contradicts itself', () => {
    expect(withTarget({}).outcome).toBe('pass')
    const two = checkPage('canonical-valid', {
      html: document(link(other) + link('https://example.com/b')),
      probes: [probe('canonical', other)],
    })
    expect(two).toMatchObject({ outcome: 'fail', value: 2 })
  })
})
