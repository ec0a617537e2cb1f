import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { httpToHttps, texts } from './http-to-https.ts'

const page = 'https://www.example.com/a'
const variant = 'http://www.example.com/a'
const hop = (url: string, location: string, status = 301) => ({ url, status, location })

/** The redirect chain of the http:// URL. */
const led = (finalUrl: string, status: number, ...through: string[]) => {
  const trail = [...through, finalUrl]
  const redirects = through.map((url, at) => hop(url, trail[at + 1] ?? ''))
  return checkPage('http-to-https', {
    finalUrl: page,
    probes: [probe('http-variant', variant, { redirects, finalUrl, status })],
  })
}

describe('http-to-https', () => {
  it.each([
    ['at once', page, [variant], httpToHttps.titlePass],
    ['to another host', 'https://example.org/', [variant], httpToHttps.titlePass],
    ['over https to https', page, [variant, 'https://example.com/a'], httpToHttps.titlePass],
    ['over http hops', page, [variant, 'http://example.com/a', 'http://example.com/b'], texts.hops(2)],
    ['over https and http again', page, [variant, 'https://example.com/a', 'http://example.org/'], texts.hops(1)],
  ])('passes a redirect %s', (_case, finalUrl, through, title) => {
    expect(led(finalUrl, 200, ...through)).toMatchObject({
      outcome: 'pass',
      value: 'https',
      title,
      evidence: [
        ...through.map((url) => ({ url, note: 'Redirects with 301' })),
        { url: finalUrl, note: 'Returned 200' },
      ],
    })
  })

  it.each([
    [variant, 200, [], texts.returns(200)],
    [variant, 403, [], texts.returns(403)],
    [variant, 301, [], texts.returns(301)],
    ['http://example.org/', 200, [variant], texts.staysOnHttp()],
    ['http://www.example.com/b', 200, [variant, page], texts.staysOnHttp()],
  ])('fails %s with %i after %j', (finalUrl, status, through, title) => {
    expect(led(finalUrl, status, ...through)).toMatchObject({ outcome: 'fail', value: 'http', title })
  })

  it('says that a crawl asked for the start page', () => {
    const start = 'http://www.example.com/'
    const result = checkPage('http-to-https', {
      finalUrl: page,
      probes: [probe('http-variant', start, { status: 200 })],
    })
    expect(result).toMatchObject({
      outcome: 'fail',
      title: 'The http:// URL of the start page returns 200 instead of redirecting to HTTPS',
      evidence: [{ url: start, note: 'Returned 200' }],
    })
  })

  it('warns where nothing is found behind the redirect, and passes one that keeps robots out', () => {
    expect(led(page, 404, variant)).toMatchObject({
      outcome: 'warn',
      title: texts.error(404),
    })
    expect(led(page, 403, variant).outcome).toBe('pass')
  })

  it('is not applicable to a page over http, or on a port of its own', () => {
    expect(checkPage('http-to-https', { finalUrl: variant, tls: null }).outcome).toBe('not-applicable')
    expect(checkPage('http-to-https', { finalUrl: 'https://example.com:8443/' }).outcome).toBe('not-applicable')
  })

  it('does not know where the http:// URL doesn’t respond or was not requested', () => {
    expect(
      checkPage('http-to-https', {
        finalUrl: page,
        probes: [failedProbe('http-variant', variant, 'unreachable')],
      }),
    ).toMatchObject({ outcome: 'unknown', reason: `${variant} didn’t respond: unreachable.` })
    expect(checkPage('http-to-https', { finalUrl: page }).outcome).toBe('unknown')
  })

  it('knows from the way to the page itself when that began at the http:// URL', () => {
    expect(
      checkPage('http-to-https', { askedUrl: variant, finalUrl: page, redirects: [hop(variant, page, 308)] }),
    ).toMatchObject({ outcome: 'pass', evidence: [{ url: variant, note: 'Redirects with 308' }, { url: page }] })
    expect(
      checkPage('http-to-https', {
        askedUrl: 'http://example.com/',
        finalUrl: page,
        redirects: [hop('http://example.com/', page)],
      }).outcome,
    ).toBe('unknown')
  })
})
