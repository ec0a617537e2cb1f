import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './cache-headers.ts'

type Headers = Record<string, string | string[]>
const file = (name: string, headers: Headers) =>
  probe('resource', new URL(name, 'https://example.com/').href, { headers })
const looked = (...probes: ReturnType<typeof probe>[]) =>
  checkPage('cache-headers', { html: document('<link rel="stylesheet" href="/a.css">'), probes })

describe('cache-headers', () => {
  it.each<[Headers, string]>([
    [{ 'cache-control': 'public, max-age=31536000, immutable' }, 'pass'],
    [{ 'cache-control': ['public', 'Max-Age=60'] }, 'pass'],
    [{ 'cache-control': 'max-age="60"' }, 'pass'],
    [{ 'cache-control': 'max-age=0' }, 'warn'],
    [{ 'cache-control': 'max-age=0', etag: '"1"' }, 'pass'],
    [{ 'cache-control': 'max-age=soon' }, 'warn'],
    [{ 'cache-control': 'no-cache' }, 'warn'],
    [{ 'cache-control': 'no-cache', etag: 'W/"1"' }, 'pass'],
    [{ 'cache-control': 'no-store', etag: '"1"' }, 'warn'],
    [{ 'last-modified': 'Tue, 02 Jun 2020 10:00:00 GMT' }, 'pass'],
    [{ expires: 'Wed, 03 Jun 2026 10:00:00 GMT' }, 'pass'],
    [{ expires: 'Mon, 01 Jun 2026 10:00:00 GMT' }, 'warn'],
    [{ expires: '0' }, 'warn'],
    [{ expires: '-1' }, 'warn'],
    [{}, 'warn'],
  ])('%j: %s', (headers, outcome) => {
    expect(looked(file('a.css', headers)).outcome).toBe(outcome)
  })

  it("counts, and names those of the page's own origin first", () => {
    const good = file('a.css', { etag: '"1"' })
    expect(looked(file('https://cdn.example.org/x.js', {}), good, file('b.css', {}))).toMatchObject({
      value: 2,
      title: texts.uncacheable(2, 3),
      evidence: [{ url: 'https://example.com/b.css' }, { url: 'https://cdn.example.org/x.js' }],
    })
    expect(looked(good, good).title).toBe(texts.all(2))
  })

  it('is unknown without a response, and ignores error pages', () => {
    expect(looked(failedProbe('resource', 'https://example.com/a.css', 'timeout')).outcome).toBe('unknown')
    expect(looked({ ...file('a.css', {}), status: 404 }).outcome).toBe('unknown')
    expect(looked().outcome).toBe('unknown')
  })

  it('does not apply to a page without files', () => {
    expect(checkPage('cache-headers', { html: document('') }).outcome).toBe('not-applicable')
    const embeds = '<object data="/report.pdf" type="application/pdf"></object>'
    expect(checkPage('cache-headers', { html: document('', embeds) }).outcome).toBe('not-applicable')
  })
})
