import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { SitemapReading } from '#analyser/probe.ts'
import { hostileSitemaps } from '#testing/servers/hostile-files.ts'
import { type FetchLimits, defaultFetchLimits } from '../limits.ts'
import { createSitemapReader } from './reader.ts'

const page = 'https://example.com/en'
const german = 'https://example.com/de'

/** Reads a file as a sitemap that arrives at once. */
async function read(
  file: string | Buffer,
  { lookFor = [page], ...limits }: Partial<FetchLimits> & { lookFor?: string[] } = {},
): Promise<SitemapReading | undefined> {
  const body = Buffer.from(file)
  const all = { ...defaultFetchLimits, ...limits }
  const reader = createSitemapReader(lookFor, all, { left: all.sitemapBytes })
  const arriving = { chunks: Readable.from([body]), bytes: () => body.length, truncated: () => false }
  await reader.options.consumeBody?.(arriving, [], AbortSignal.timeout(30_000))
  return reader.result()?.reading
}

const own = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const link = (code: string, href: string, name = 'xhtml:link') =>
  `<${name} rel="alternate" hreflang="${code}" href="${href}"/>\n`
const links = link('en', page) + link('de', german)
const entry = (loc: string, inside = '') => `<url>\n<loc>${loc}</loc>\n${inside}</url>`
const urlset = (inside: string, namespaces = xhtml) => `<urlset ${own} ${namespaces}>\n${inside}\n</urlset>`
const both = entry(page, links) + entry(german, links)

/** The links of the entry of the page, and the entries that link back. */
const found = {
  links: {
    items: [
      { entry: page, hreflang: 'en', href: page, line: 4, listed: true },
      { entry: page, hreflang: 'de', href: german, line: 5, listed: true },
    ],
    total: 2,
  },
  returns: { items: [{ from: german, to: page }], total: 1 },
  ignored: null,
}

describe('hreflang links in a sitemap', () => {
  it('are kept up to a limit over all entries of the page', async () => {
    const many = Array.from({ length: 700 }, (_, at) => link('de', `${german}/${at}`)).join('')
    const { links: kept } = (await read(urlset(entry(page, many) + entry(page, many))))?.versions ?? {}
    expect([kept?.items.length, kept?.total]).toEqual([1000, 1400])
  })

  it('tell that a start page which redirects to the page links back', async () => {
    const start = 'https://example.com/'
    const named = link('x-default', start) + links
    const file = urlset([start, page, german].map((loc) => entry(loc, named)).join(''))
    const { returns } = (await read(file, { lookFor: [start, page] }))?.versions ?? {}
    expect(returns?.items).toContainEqual({ from: start, to: page })
    expect(returns?.items).toContainEqual({ from: german, to: page })
    expect(returns?.items).not.toContainEqual({ from: page, to: page })
  })

  it.each([
    ['in the entry of the page', urlset(both)],
    ['with another prefix', urlset(both, 'xmlns:x="http://www.w3.org/1999/xhtml"').replaceAll('xhtml:link', 'x:link')],
    [
      'with a namespace of their own',
      urlset(both, '').replaceAll('<xhtml:link ', '<link xmlns="http://www.w3.org/1999/xhtml" '),
    ],
    ['with a namespace that the entry declares', urlset(both, '').replaceAll('<url>', `<url ${xhtml}>`)],
    [
      'in a file whose own elements have a prefix',
      urlset(both)
        .replace('<urlset xmlns=', '<s:urlset xmlns:s=')
        .replaceAll(/<(\/?)(url|loc|urlset)>/g, '<$1s:$2>'),
    ],
    ['with CDATA', urlset(both).replaceAll(/<loc>(.*?)<\/loc>/g, '<loc><![CDATA[$1]]></loc>')],
    ['with end tags', urlset(both).replaceAll('/>', '></xhtml:link>')],
    ['with more values of rel', urlset(both).replaceAll('"alternate"', '"Alternate nofollow"')],
    ['compressed as a file', gzipSync(urlset(both))],
    [
      'before an image with the same loc',
      urlset(
        both.replaceAll('</url>', `<i:image xmlns:i="i"><i:loc>https://example.com/i.png</i:loc></i:image></url>`),
      ),
    ],
  ])('are read %s', async (_case, file) => {
    const reading = await read(file)
    expect(reading).toMatchObject({ problem: null, urls: 2 })
    expect(reading?.versions).toEqual(found)
  })

  it('are read when they precede the loc, and when the version’s entry precedes the page’s', async () => {
    const turned = `<url>${link('de', german)}<loc>${page}</loc></url>`
    const { versions } = (await read(urlset(entry(german, links) + turned))) ?? {}
    expect(versions).toMatchObject({
      links: { total: 1, items: [{ hreflang: 'de', listed: true }] },
      returns: { items: [{ from: german, to: page }], total: 1 },
    })
  })

  it('belong to the page by its normal form', async () => {
    const spelt = urlset(both).replaceAll(`<loc>${page}`, '<loc>HTTPS://example.com:443/x/../%65n#top')
    expect((await read(spelt))?.versions?.links.total).toBe(2)
    const back = urlset(entry(page, links) + entry(german, link('en', 'https://EXAMPLE.com/%65n')))
    expect((await read(back))?.versions?.returns).toEqual(found.returns)
  })

  it('tell which versions have an entry, and which link back', async () => {
    const { versions } =
      (await read(urlset(entry(page, links + link('fr', 'https://example.com/fr')) + entry(german)))) ?? {}
    expect(versions?.links.items.map(({ hreflang, listed }) => [hreflang, listed])).toEqual([
      ['en', true],
      ['de', true],
      ['fr', false],
    ])
    expect(versions?.returns).toEqual({ items: [], total: 0 })
  })

  it.each([
    [
      'in another namespace',
      urlset(both, 'xmlns:xhtml="http://www.w3.org/TR/xhtml11"'),
      'http://www.w3.org/TR/xhtml11',
    ],
    [
      'in that of sitemaps',
      urlset(both).replaceAll('xhtml:link', 'link'),
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ],
  ])('are noted %s, and not kept', async (_case, file, namespace) => {
    expect(await read(file)).toMatchObject({
      problem: null,
      urls: 2,
      versions: { links: { items: [], total: 0 }, returns: { total: 0 }, ignored: { namespace, line: 4 } },
    })
  })

  it.each([
    ['no link', urlset(entry(page) + entry(german))],
    ['links of other pages alone', urlset(entry(german, link('de', german)))],
    [
      'links without a code, or to something else than a version',
      urlset(
        entry(
          page,
          `<xhtml:link rel="alternate" media="handheld" href="${german}"/><xhtml:link rel="canonical" hreflang="de" href="${german}"/>`,
        ),
      ),
    ],
    ['links outside of an entry', urlset(links + entry(page))],
  ])('are absent from the facts of a file with %s', async (_case, file) => {
    expect(await read(file)).not.toHaveProperty('versions')
  })

  it('are not collected for a job', async () => {
    expect(await read(urlset(both), { lookFor: [] })).not.toHaveProperty('versions')
  })

  it('are kept up to a thousand of an entry, each as long as a URL can be', { tags: 'all' }, async () => {
    const many = Array.from({ length: 50_000 }, (_, at) => link('de', `https://example.com/${at}`)).join('')
    const { versions } =
      (await read(
        urlset(
          entry(page, `${link('x'.repeat(9_000), `https://example.com/${'y'.repeat(9_000)}`)}${many}`) +
            entry(german, many + links),
        ),
      )) ?? {}
    expect(versions?.links.total).toBe(50_001)
    expect(versions?.links.items).toHaveLength(1_000)
    expect(versions?.links.items[0]?.href).toHaveLength(2_048)
    expect(versions?.links.items[0]?.hreflang).toHaveLength(200)
    expect(versions?.returns).toEqual(found.returns)
  })

  it('that return are kept up to a thousand', async () => {
    const entries = Array.from({ length: 3_000 }, (_, at) => entry(`https://example.com/${at}`, links)).join('')
    const { versions } = (await read(urlset(entries))) ?? {}
    expect(versions?.returns.items).toHaveLength(1_000)
    expect(versions?.returns.total).toBe(3_000)
  })

  it('of entries beyond the limit of one sitemap are left out', async () => {
    expect((await read(urlset(both), { sitemapUrls: 1 }))?.versions).toMatchObject({
      links: { items: [{ listed: true }, { listed: false }] },
      returns: { total: 0 },
    })
  })
})

it('600,000 links of one entry are counted, and the first thousand kept', { tags: 'all' }, async () => {
  const reading = await read(hostileSitemaps.manyVersions(), { lookFor: ['https://example.com/'] })
  expect(reading).toMatchObject({ problem: null, cut: false, versions: { links: { total: 600_000 } } })
  expect(reading?.versions?.links.items).toHaveLength(1_000)
})
