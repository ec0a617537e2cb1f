// @module-tag all
import { describe, expect, it } from 'vitest'
import { pack } from '#service/store/reports/report-payloads.ts'
import { type Page, document, fetchedPageOf, probe } from '#testing/pages/fetched-page.ts'
import { evaluatePage, readPage } from './analyser-worker.ts'

const maxBytes = 200_000
const seeded = (seed: number) => () => (seed = (seed * 48271) % 2147483647)
const random = seeded(7)
/** Random text, which hardly compresses. */
const noise = (length: number, first = 97, range = 26) =>
  Array.from({ length }, () => String.fromCharCode(first + (random() % range))).join('')
const times = (amount: number, make: (at: number) => string) =>
  Array.from({ length: amount }, (_, at) => make(at)).join('\n')

/** Returns the stored facts and evaluation of a page with its probes, and their compressed size. */
function stored(page: Omit<Page, 'probes' | 'duplicates'>, response = (url: string) => ({ finalUrl: url })) {
  const { facts: pageFacts, probeRequests } = readPage(fetchedPageOf(page))
  const probes = probeRequests.slice(0, 30).map(({ purpose, url, at }) => ({
    ...probe(purpose, url, { headers: { 'content-type': noise(300), etag: noise(300) } }),
    at,
    ...response(url),
  }))
  const { facts, evaluation } = evaluatePage({ facts: pageFacts, probes })
  return { facts, evaluation, bytes: pack(facts).length + pack(evaluation).length }
}

describe('a stored report', () => {
  it.each<[string, () => string]>([
    ['2,500 links of 2,000 characters', () => times(2500, () => `<a href="/${noise(2000)}">${noise(30)}</a>`)],
    ['5,000 images', () => times(5000, () => `<img src="/${noise(300)}.jpg" data-src="/${noise(300)}.png">`)],
    [
      '5,000 JSON-LD blocks',
      () =>
        times(
          5000,
          (at) =>
            `<script type="application/ld+json">{"@type":"${noise(40)}","name":"${noise(100)}"${at % 2 ? '}' : ''}</script>`,
        ),
    ],
    [
      '5,000 products',
      () =>
        times(
          5000,
          () =>
            `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"${noise(200)}","offers":{"@type":"Offer","price":"${noise(50)}"}}</script>`,
        ),
    ],
    ['150,000 nodes', () => '<i>a</i>'.repeat(100_000)],
    [
      '2,000 headings in Chinese noise',
      () => times(2000, (at) => `<h${(at % 6) + 1}>${noise(300, 0x4e00, 20_000)}</h${(at % 6) + 1}>`),
    ],
    [
      '3,000 fields and ids',
      () =>
        times(
          3000,
          () =>
            `<form action="http://${noise(50)}.example/${noise(500)}"><input id="${noise(60)}" name="${noise(200)}"></form>`,
        ),
    ],
    [
      '1,200 languages and icons',
      () =>
        times(
          1200,
          () =>
            `<link rel="alternate" hreflang="${noise(5)}" href="/${noise(1000)}"><link rel="icon" href="/${noise(1000)}"><meta name="${noise(50)}" content="${noise(2000)}">`,
        ),
    ],
    [
      '1,000 scripts and style sheets',
      () =>
        times(
          1000,
          () =>
            `<script src="http://${noise(50)}.example/${noise(1000)}"></script><link rel="stylesheet" href="http://${noise(50)}.example/${noise(1000)}">`,
        ),
    ],
  ])('is at most 200 KB: %s', (_, make) => {
    const html = make()
    expect(stored({ html: document('', html) }).bytes).toBeLessThan(maxBytes)
    expect(stored({ html: document(html) }).bytes).toBeLessThan(maxBytes)
  })

  it('is at most 200 KB when everything is too long, headers and responses included', () => {
    const parts = (at: number) => [
      `<a href="/${noise(2000)}" id="${noise(50)}">${noise(300)}</a>`,
      `<img src="http://${noise(30)}.example/${noise(300)}.jpg" loading="lazy">`,
      `<h${(at % 6) + 1} id="${noise(50)}">${noise(300, 0x4e00, 20_000)}</h${(at % 6) + 1}>`,
      `<script type="application/ld+json">{"@type":"Recipe","name":"${noise(500)}"</script>`,
      `<iframe src="http://${noise(30)}.example/${noise(2000)}"></iframe><input name="${noise(300)}"><a href="javascript:${noise(300)}">x</a>`,
    ]
    const head = times(
      500,
      () =>
        `<title>${noise(300)}</title><meta name="description" content="${noise(2000)}"><meta name="robots" content="${noise(200)}"><link rel="canonical" href="http://${noise(30)}.example/${noise(1900)}"><script src="/${noise(1900)}"></script>`,
    )
    const hops = Array.from({ length: 10 }, () => ({
      url: `https://example.com/${noise(30_000)}`,
      status: 302,
      location: `/${noise(30_000)}`,
    }))
    const { bytes, facts, evaluation } = stored(
      {
        html: document(
          head,
          times(1500, (at) => parts(at).join('')),
        ),
        headers: { 'x-noise': noise(30_000), link: noise(2000) },
        redirects: hops,
      },
      (url) => ({ finalUrl: url, redirects: hops.map((hop) => ({ ...hop, location: `/${noise(2000)}` })) }),
    )
    expect(bytes).toBeLessThan(maxBytes)
    expect(facts.links.total).toBeGreaterThan(1000)
    expect(Object.values(evaluation.results).every(({ outcome }) => outcome !== 'error')).toBe(true)
  })

  it('keeps all facts of an ordinary page with many parts', () => {
    const part = (at: number) =>
      `<section id="part-${at}"><h2>Part ${at} of the garden</h2><p>Words about part ${at}.</p><a href="/garden/part-${at}">To part ${at}</a><img src="/images/part-${at}.jpg"></section>`
    const { facts } = stored({ html: document('', times(900, part)) })
    expect(facts.headings.items).toHaveLength(900)
    expect(facts.pictures.unsized.items).toHaveLength(900)
    expect(facts.resources.items).toHaveLength(900)
    expect(facts.links).toMatchObject({ items: { length: 900 }, total: 900 })
  })
})
