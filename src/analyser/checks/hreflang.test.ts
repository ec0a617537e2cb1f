import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { faultOfHreflang, texts as codeTexts } from '../check-helpers/hreflang-code.ts'
import { texts } from './hreflang.ts'

const page = 'https://example.com/en/lamps'
const german = 'https://example.com/de/lampen'
const french = 'https://example.com/fr/lampes'
const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`
const own = link('en', page) + link('x-default', page)
const back = link('de', german) + link('en', page)
const html = { 'content-type': 'text/html' }
const answer = (url: string, head = back, rest: Partial<Omit<Probe, 'headers'>> = {}) =>
  probe('alternate', url, { headers: html, text: document(head), ...rest })
const check = (head: string, probes: Probe[] = [answer(german)], headers = {}) =>
  checkPage('hreflang', { finalUrl: page, html: document(head), probes, headers })

describe('hreflang', () => {
  it('does not apply to a page without other versions', () => {
    expect(check('<link rel="alternate" type="application/rss+xml" href="/feed">').outcome).toBe('not-applicable')
  })

  it('passes versions that link back, and says how many of how many were asked', () => {
    expect(check(own + link('de', german))).toMatchObject({
      outcome: 'pass',
      value: 3,
      title: texts.sampled(1, 1),
    })
    expect(check(own + link('de', german) + link('fr', french) + link('pt-BR', 'https://example.com/pt')).title).toBe(
      texts.sampled(1, 3),
    )
    expect(check(own, []).outcome).toBe('pass')
  })

  it('passes versions given by header', () => {
    const header = [
      `<${page}>; rel="alternate"; hreflang="en"`,
      `<${german}>; rel="alternate"; hreflang="de"`,
      `<${page}>; rel="alternate"; hreflang="x-default"`,
    ].join(', ')
    expect(check('', [answer(german, '', { body: new Uint8Array() })], { link: header }).outcome).toBe('warn')
    expect(
      check('', [probe('alternate', german, { headers: { ...html, link: header }, text: document('') })], {
        link: header,
      }).outcome,
    ).toBe('pass')
  })

  it('tells return links to the canonical URL from links to the page', () => {
    const head = (canonical: string) => `<link rel="canonical" href="${canonical}">${own}${link('de', german)}`
    const result = checkPage('hreflang', {
      finalUrl: `${page}?ref=mail`,
      html: document(head(page)),
      probes: [answer(german)],
    })
    expect(result).toMatchObject({
      outcome: 'info',
      title: texts.toCanonical(1, 1),
      evidence: [{ url: german, note: texts.canonical(page) }],
    })
  })

  it.each([
    ['en-UK', faultOfHreflang('en-UK')?.note],
    ['en_US', faultOfHreflang('en_US')?.note],
    ['jp', faultOfHreflang('jp')?.note],
    ['', codeTexts.noLanguage],
  ])('fails the code "%s", pointing at it', (code, note) => {
    expect(check(own + link(code, german))).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.invalid(1),
      evidence: [{ url: german, note, line: 5, snippet: link(code, german) }],
    })
  })

  it('fails a wrong code in the header', () => {
    const result = check('', [], { link: `<${german}>; rel=alternate; hreflang=xx` })
    expect(result).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: german, snippet: `link: <${german}>; rel="alternate"; hreflang="xx"` }],
    })
  })

  it.each([
    ['/de/lampen', texts.relative],
    ['//example.com/de/lampen', texts.relative],
    ['', texts.malformed],
    ['mailto:a@example.com', texts.malformed],
  ])('fails the address "%s"', (href, note) => {
    expect(check(own + link('de', href))).toMatchObject({ outcome: 'fail', evidence: [{ note }] })
  })

  it('warns when the page does not list itself', () => {
    expect(check(link('de', german) + link('x-default', german))).toMatchObject({
      outcome: 'warn',
      title: texts.noSelf(),
      evidence: [{ url: page }],
    })
  })

  it('warns of a version that does not link back, or is gone', () => {
    expect(check(own + link('de', german), [answer(german, link('de', german), { at: 5 })])).toMatchObject({
      outcome: 'warn',
      title: texts.noReturns(1),
      evidence: [{ url: german, note: texts.noReturn, line: 5 }],
    })
    const two = [answer(german, ''), answer(french, '', { status: 404 })]
    expect(check(own + link('de', german) + link('fr', french), two)).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: 'Hreflang tags have 2 issues',
      evidence: [{}, { note: texts.error(404) }],
    })
  })

  it.each([
    ['es-419', faultOfHreflang('es-419')?.note],
    ['fil', 'two-letter'],
    ['iw', 'replaced'],
  ])('warns of "%s", which Google does not name', (code, note) => {
    const { outcome, evidence } = check(own + link(code, german))
    expect(outcome).toBe('warn')
    expect(evidence[0]?.note).toContain(note)
  })

  it('warns of one code for two addresses, in any case', () => {
    expect(check(own + link('de', german) + link('DE', french))).toMatchObject({
      outcome: 'warn',
      evidence: [{ url: french, note: texts.reused('DE') }],
    })
    expect(check(own + link('de', german) + link('de', german)).outcome).toBe('pass')
  })

  it('notes that x-default is missing', () => {
    expect(check(link('en', page) + link('de', german))).toMatchObject({
      outcome: 'info',
      title: texts.noDefault(texts.sampled(1, 1)),
    })
  })

  it('notes links in the body, where they are ignored', () => {
    const result = checkPage('hreflang', { finalUrl: page, html: document('', `<p>x</p>${own}`) })
    expect(result).toMatchObject({
      outcome: 'info',
      value: 2,
      evidence: [{ selector: 'body > link:nth-of-type(1)' }, {}],
    })
  })

  it.each([
    ['dns', failedProbe('alternate', german, 'dns')],
    ['status 503', answer(german, '', { status: 503 })],
    [texts.notHtml, probe('alternate', german, { headers: { 'content-type': 'application/pdf' }, text: '%PDF' })],
    [texts.longHead, probe('alternate', german, { headers: html, text: '<head><script>', truncated: true })],
  ])('does not guess when none can be read: %s', (reason, one) => {
    expect(check(own + link('de', german), [one])).toMatchObject({
      outcome: 'unknown',
      reason: texts.unread(reason),
    })
  })

  it('does not guess when none was asked', () => {
    expect(check(own + link('de', german), [])).toMatchObject({
      outcome: 'unknown',
      reason: texts.unread(texts.notRequested),
    })
  })

  it('keeps twenty of many faults and counts them', () => {
    const result = check(link('xx', german).repeat(900))
    expect([result.value, result.evidence.length]).toEqual([900, 20])
  })
})
