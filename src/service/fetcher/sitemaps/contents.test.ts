import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { watchEventLoop } from '#testing/event-loop.ts'
import { controlMs } from '#testing/processor-time.ts'
import { randomFrom } from '#testing/random.ts'
import { hostileSitemaps, sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { defaultFetchLimits } from '../limits.ts'
import { SitemapContents } from './contents.ts'
import type { LookFor } from './listing.ts'
import { createSitemapReader } from './reader.ts'

/** Reads a file as a sitemap that arrives at once. */
async function read(file: string | Buffer, lookFor: LookFor, limits = defaultFetchLimits) {
  const body = Buffer.from(file)
  const reader = createSitemapReader(lookFor, limits, { left: limits.sitemapBytes })
  const arriving = { chunks: Readable.from([body]), bytes: () => body.length, truncated: () => false }
  await reader.options.consumeBody?.(arriving, [], new AbortController().signal)
  const result = reader.result()
  if (!result) throw new Error('The file was not read.')
  return result.reading
}

/** Expects the same about some pages from one reading for all as from a reading for them alone. */
async function expectSame(file: string | Buffer, pages: string[][], limits = defaultFetchLimits) {
  const contents = new SitemapContents(limits.sitemapUrls)
  const shared = await read(file, contents, limits)
  for (const lookFor of pages)
    expect(contents.readingFor(shared, lookFor), lookFor.join(' ')).toEqual(await read(file, lookFor, limits))
}

const origin = 'https://example.com'
const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const urlsetWith = (inside: string, namespaces = xhtml) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ${namespaces}>\n${inside}\n</urlset>`
const link = (code: string, href: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>\n`
const entry = (loc: string, inside = '') => `<url>\n<loc>${loc}</loc>\n${inside}</url>\n`

describe('the contents of a sitemap', () => {
  const spellings = [
    '/a',
    '/%61',
    ' /a ',
    '/a#b',
    '/A',
    '/a?x=%41',
    '/a?x=A',
    '/',
    '',
    '/%zz',
    '/ä',
    '/%C3%A4',
    '/b/../a',
  ]
  const pages = [
    ...spellings.map((spelling) => [`${origin}${spelling.trim()}`]),
    [`${origin}/a`, `${origin}/%61`],
    [`${origin}/`, `${origin}/a`, `${origin}/b`],
    ['https://elsewhere.example/'],
    [],
  ]

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'say what a reading for a page says: random file %i',
    async (seed) => {
      const random = randomFrom(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const url = () =>
        random() < 0.1 ? pick(['', 'not a URL', `${origin}/${'x'.repeat(2_100)}`]) : origin + pick(spellings)
      const links = () =>
        Array.from({ length: Math.floor(random() * 5) }, () => {
          const written = link(pick(['de', 'en', 'x-default', 'x'.repeat(300)]), url())
          return random() < 0.15
            ? written.replace('<xhtml:link', `<link xmlns="${pick(['', 'http://www.w3.org/TR/xhtml11'])}"`)
            : written
        }).join('')
      const entries = Array.from({ length: 60 }, () =>
        random() < 0.1 ? '<url><lastmod>yesterday</lastmod></url>' : entry(url(), links()),
      )
      const file = urlsetWith(entries.join(''))
      await expectSame(seed % 3 === 0 ? gzipSync(file) : file, pages)
      await expectSame(file, pages, { ...defaultFetchLimits, sitemapUrls: 30 })
    },
  )

  it.each([
    ['an index', sitemapIndex(`${origin}/a.xml`, `${origin}/b.xml`)],
    ['a list without hreflang', urlset(`${origin}/a`, `${origin}/b`)],
    ['a text', `${origin}/a\n${origin}/b`],
    ['a feed', `<rss><channel><item><link>${origin}/a</link></item></channel></rss>`],
    ['an Atom feed', `<feed><entry><link href="${origin}/a"/></entry></feed>`],
    ['a file that breaks off', urlsetWith(entry(`${origin}/a`, link('de', `${origin}/b`))).slice(0, -30)],
    [
      'an entry with many links',
      urlsetWith(entry(`${origin}/b`, link('de', `${origin}/`).repeat(1_200) + link('en', `${origin}/a`))),
    ],
    [
      'many entries that link back',
      urlsetWith(
        Array.from({ length: 1_500 }, (_, at) => entry(`${origin}/${at}`, link('en', `${origin}/a`))).join(''),
      ),
    ],
    ['many entries of one page', urlsetWith(entry(`${origin}/a`, link('en', `${origin}/b`).repeat(300)).repeat(5))],
    ['HTML', hostileSitemaps.html],
    ['nothing', ''],
  ])('say what a reading for a page says: %s', async (_case, file) => {
    await expectSame(file, pages)
  })

  it('have the URLs themselves, normalised, in order', async () => {
    const contents = new SitemapContents(defaultFetchLimits.sitemapUrls)
    await read(urlset(`${origin}/b`, `${origin}:443/a#x`), contents)
    // Only a reader that takes URLs normalises them.
    expect([...contents.batches()].flat()).toEqual([])
    const body = Buffer.from(urlset(`${origin}/b`, `${origin}:443/a#x`))
    const reader = createSitemapReader(contents, defaultFetchLimits, { left: 1e6 }, async (urls) =>
      contents.addBatch(urls),
    )
    const arriving = { chunks: Readable.from([body]), bytes: () => body.length, truncated: () => false }
    await reader.options.consumeBody?.(arriving, [], new AbortController().signal)
    expect([...contents.batches()]).toEqual([[`${origin}/b`, `${origin}/a`]])
  })

  it(
    'of the largest sitemaps are bounded, and never block other requests',
    { tags: 'all', timeout: 600_000 },
    async () => {
      const perEntry = 12
      const many = urlsetWith(
        Array.from({ length: 50_000 }, (_, at) =>
          entry(
            `${origin}/${at}`,
            Array.from({ length: perEntry }, (_unused, other) => link('de', `/${at - (at % perEntry) + other}`)).join(
              '',
            ),
          ),
        ).join(''),
      )
      async function longestGap(file: Parameters<typeof read>[0]) {
        const contents = new SitemapContents(defaultFetchLimits.sitemapUrls)
        const gapOf = watchEventLoop()
        const reading = await read(file, contents)
        const whileReading = gapOf()
        expect(contents.bytes).toBeGreaterThan(50_000)
        expect(contents.bytes).toBeLessThan(80 * 1024 * 1024)
        gapOf()
        contents.readingFor(reading, [`${origin}/1`, `${origin}/`, `${origin}/de/a/b`])
        return Math.max(whileReading, gapOf())
      }
      // The smaller of two gaps, because memory of other tests may be collected during one of them.
      for (const file of [many, hostileSitemaps.manyVersions()])
        expect(Math.min(await longestGap(file), await longestGap(file))).toBeLessThan(controlMs())
    },
  )
})
