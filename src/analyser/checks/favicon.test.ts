import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './favicon.ts'

const url = 'https://example.com/favicon.ico'
const png = (width: number, height: number) =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      Buffer.from([width, height].flatMap((side) => [0, 0, side >> 8, side & 255])),
    ]),
  )
const ico = (...sizes: number[]) =>
  Uint8Array.from([0, 0, 1, 0, sizes.length, 0, ...sizes.flatMap((size) => [size, size, ...Array<number>(14).fill(0)])])
const svg = (attributes: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`)

const withIcon = (answer: Parameters<typeof probe>[2], head = '') =>
  checkPage('favicon', { html: document(head), probes: [probe('favicon', url, answer)] })
const asHtml = { 'content-type': 'text/html' }

describe('favicon', () => {
  it.each([
    ['pass', 'a PNG of 48 pixels', png(48, 48), '48x48'],
    ['pass', 'an ICO by its largest size', ico(16, 48), '48x48'],
    ['pass', 'a square SVG', svg('viewBox="0 0 16 16"'), 'svg'],
    ['pass', 'an SVG without a size', svg(''), 'svg'],
    ['warn', 'a PNG of 47 pixels', png(47, 47), '47x47'],
    ['warn', 'an ICO of 16 pixels', ico(16), '16x16'],
    ['warn', 'a PNG of 8 pixels', png(8, 8), '8x8'],
    ['fail', 'a PNG of 7 pixels', png(7, 7), '7x7'],
    ['fail', 'a PNG that is not square', png(96, 48), '96x48'],
    ['fail', 'an SVG that is not square', svg('viewBox="0 0 100 50"'), '100x50'],
  ])('comes to %s with %s', (outcome, _, body, value) => {
    expect(withIcon({ body })).toMatchObject({ outcome, value })
  })

  it('fails a web page in place of an image, whatever type it is sent as', () => {
    const text = '<!doctype html><title>No such page</title><svg width="48" height="48"></svg>'
    expect(withIcon({ text, headers: asHtml })).toMatchObject({
      outcome: 'fail',
      value: 'text/html',
      evidence: [{ url, note: 'Content-Type: text/html' }],
    })
    expect(withIcon({ text })).toMatchObject({ outcome: 'fail', evidence: [{ note: texts.noType }] })
  })

  it('warns of an image that it cannot read', () => {
    expect(withIcon({ text: 'P6 16 16', headers: { 'content-type': 'image/x-portable-pixmap' } }).outcome).toBe('warn')
  })

  it('fails where there is none, and says whether the page names it', () => {
    expect(withIcon({ status: 404 })).toMatchObject({
      outcome: 'fail',
      title: texts.none,
      value: 404,
    })
    expect(withIcon({ status: 410 }, '<link rel="icon" href="/favicon.ico">').title).toBe(texts.missing)
  })

  it('gives the address and what was found there', () => {
    const named = 'https://example.com/small.png'
    const found = checkPage('favicon', {
      html: document('<link rel="icon" href="/small.png">'),
      probes: [probe('favicon', named, { body: png(16, 16) })],
    })
    expect(found.evidence).toEqual([{ url: named, note: 'png, 16 × 16 px' }])
  })

  it.each([
    ['User-agent: Googlebot-Image\nDisallow: /favicon.ico', texts.blocked('favicon', 'Googlebot-Image'), 2],
    ['User-agent: Googlebot\nDisallow: /*.ico$', texts.blocked('favicon', 'Googlebot-Image'), 2],
    ['User-agent: *\nDisallow: /favicon', texts.blocked('favicon', 'Googlebot-Image'), 2],
    ['User-agent: Googlebot-Image\nAllow: /\nUser-agent: *\nDisallow: /$', texts.blocked('home page', 'Googlebot'), 4],
  ])('warns where %j keeps Google off it', (robots, title, line) => {
    expect(checkPage('favicon', { robots, probes: [probe('favicon', url, { body: png(48, 48) })] })).toMatchObject({
      outcome: 'warn',
      title,
      evidence: [{ url: 'https://example.com/robots.txt', line }],
    })
  })

  it.each(['User-agent: Bingbot\nDisallow: /', 'User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /'])(
    'passes where %j lets Google fetch it',
    (robots) => {
      const icon = probe('favicon', url, { body: png(48, 48) })
      expect(checkPage('favicon', { robots, probes: [icon] }).outcome).toBe('pass')
    },
  )

  it('does not take a rule for our own crawler for one for Google', () => {
    const blocked = failedProbe('favicon', url, 'robots', 'not-asked')
    expect(checkPage('favicon', { robots: 'User-agent: seo-reports\nDisallow: /', probes: [blocked] })).toMatchObject({
      outcome: 'unknown',
      reason: texts.blocksUs,
    })
    const elsewhere = document('<link rel="icon" href="https://cdn.example/icon.png">')
    expect(checkPage('favicon', { html: elsewhere, probes: [blocked] })).toMatchObject({
      outcome: 'unknown',
      reason: texts.hostBlocksUs,
    })
  })

  it.each([
    ['it gave no answer', [failedProbe('favicon', url, 'unreachable')]],
    ['there was no time to ask', [failedProbe('favicon', url, 'time_up', 'not-asked')]],
    ['robots.txt could not be read', [failedProbe('favicon', url, 'robots_unavailable', 'not-asked')]],
    ['nothing was asked', []],
    ['the server refuses us', [probe('favicon', url, { status: 403 })]],
    ['the server is in trouble', [probe('favicon', url, { status: 503 })]],
  ])('is unknown when %s', (_, probes) => {
    expect(checkPage('favicon', { probes })).toMatchObject({ outcome: 'unknown', points_lost: 0 })
  })
})
