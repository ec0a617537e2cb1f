import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/servers/certificate.ts'
import { hostileSitemaps, sitemapIndex, urlset } from '#testing/servers/hostile-files.ts'
import { startHostileServer, startRawServer } from '#testing/servers/hostile-server.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { readSitemap, readSitemapFrom, serveSitemap } from '#testing/servers/sitemap.ts'

const noLastmods = { total: 0, most: [] }
const fine = {
  bytes: expect.any(Number),
  cut: false,
  gzip: false,
  problem: null,
  faults: expect.any(Array),
  found: [],
  children: 0,
  lastmods: noLastmods,
  hosts: expect.any(Array),
}

describe('a sitemap', () => {
  it('has dates without a day counted as well, but not those of the sitemaps that an index lists', async () => {
    const page = (lastmod: string) => `<url><loc>https://example.com/</loc><lastmod>${lastmod}</lastmod></url>`
    const { lastmods } =
      (await readSitemap(`<urlset>${['2026-06', '2025', '2026-13'].map(page).join('')}</urlset>`)) ?? {}
    expect(lastmods?.most).toEqual([
      { date: '2025', urls: 1 },
      { date: '2026-06', urls: 1 },
    ])
    const index =
      '<sitemapindex><sitemap><loc>https://example.com/1.xml</loc><lastmod>2026-06-02</lastmod></sitemap></sitemapindex>'
    expect((await readSitemap(index))?.lastmods).toEqual(noLastmods)
  })

  it.each([
    ['an element', '<urlset><url><loc>https://example.com/</loc><image:image/></url></urlset>', 'image'],
    ['an attribute', '<urlset><url xlink:href="/"><loc>https://example.com/</loc></url></urlset>', 'xlink'],
  ])('is no XML with a prefix of %s that isn’t declared', async (_case, file, prefix) => {
    expect((await readSitemap(file))?.problem).toEqual({
      text: `The namespace prefix “${prefix}” isn’t declared (xmlns)`,
      line: 1,
    })
  })

  it('has its dates counted, by the hour where it gives a time', async () => {
    const page = (lastmod: string) => `<url><loc>https://example.com/</loc><lastmod>${lastmod}</lastmod></url>`
    const dates = ['2026-06-02T10:00:01Z', '\n2026-06-02T10:59:00+02:00\n', '2026-06-01', 'yesterday', '']
    const { lastmods } = (await readSitemap(`<urlset>${dates.map(page).join('')}</urlset>`)) ?? {}
    expect(lastmods).toEqual({
      total: 3,
      most: [
        { date: '2026-06-02T10', urls: 2 },
        { date: '2026-06-01', urls: 1 },
      ],
      latest: { date: '2026-06-02', line: 1 },
    })
  })

  it('has its hosts counted', async () => {
    const file = urlset('https://example.com/', 'https://example.com/b', 'http://Shop.example:81/c')
    expect((await readSitemap(file))?.hosts).toEqual([
      { host: 'example.com', urls: 2, url: 'https://example.com/' },
      { host: 'shop.example:81', urls: 1, url: 'http://Shop.example:81/c' },
    ])
  })

  it.each([
    ['a list of pages', urlset('https://example.com/', 'https://example.com/b'), 'urlset', 2],
    ['a list of pages without any', urlset(), 'urlset', 0],
    [
      'one with prefixes and images',
      '<s:urlset xmlns:s="a" xmlns:image="b"><s:url><s:loc>https://example.com/</s:loc><image:image><image:loc>https://example.com/i.png</image:loc></image:image></s:url></s:urlset>',
      'urlset',
      1,
    ],
    [
      'one with an empty address',
      '<urlset><url><loc> </loc></url><url><loc>https://example.com/</loc></url></urlset>',
      'urlset',
      1,
    ],
    ['plain text', '\uFEFFhttps://example.com/a\r\n\r\nhttps://example.com/b\r\n', 'text', 2],
    [
      'RSS',
      '<rss version="2.0"><channel><link>https://example.com/</link><item><link>https://example.com/a</link></item></channel></rss>',
      'urlset',
      1,
    ],
    [
      'Atom',
      '<feed xmlns="a"><link href="https://example.com/"/><entry><link href="https://example.com/a"/><link rel="edit" href="https://example.com/b"/></entry></feed>',
      'urlset',
      1,
    ],
    ['one with names that objects have', hostileSitemaps.prototype, 'urlset', 1],
  ])('can be %s', async (_case, file, kind, urls) => {
    expect(await readSitemap(file)).toEqual({ ...fine, kind, urls, bytes: Buffer.byteLength(file) })
  })

  const loc = (url: string, more = '') => `<url><loc>${url}</loc>${more}</url>`
  const dated = (date: string) => loc('https://example.com/', `<lastmod>${date}</lastmod>`)
  const own = (inside: string, xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9') =>
    `<urlset xmlns="${xmlns}">\n${inside}\n</urlset>`
  const page = loc('https://example.com/')
  const fault = (kind: string, text = '', line = 2, count = 1) => ({ kind, count, text, line })

  it.each([
    ['nothing', own(page), []],
    [
      'nothing, with a prefix',
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>`,
      [],
    ],
    ['nothing, by an older protocol', own(page, 'http://www.google.com/schemas/sitemap/0.84'), []],
    ['nothing, as a feed', '<rss><channel><item><link>https://a.example/</link></item></channel></rss>', []],
    ['no namespace', `<urlset>${page}</urlset>`, [fault('namespace', '', 1)]],
    [
      'another namespace',
      own(page, 'https://www.sitemaps.org/schemas/sitemap/0.9'),
      [fault('namespace', 'https://www.sitemaps.org/schemas/sitemap/0.9', 1)],
    ],
    [
      'an index without a namespace',
      '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>',
      [fault('namespace', '', 1)],
    ],
    ['a path and a host', own(loc('/a') + loc('www.example.com/b')), [fault('url', '/a', 2, 2)]],
    ['an empty loc', own(loc(' ') + page), [fault('url')]],
    ['another scheme', own(loc('ftp://example.com/a')), [fault('url', 'ftp://example.com/a')]],
    ['a scheme without a host', own(loc('https:///a')), [fault('url', 'https:///a')]],
    ['no entry', own(''), [fault('empty', '', 1)]],
    [
      'an entry without a loc',
      own('<url><lastmod>2026-06-02</lastmod></url>'),
      [fault('no_loc'), fault('empty', '', 1)],
    ],
    [
      'an entry with the loc of its image alone',
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${page}<url><image:image><image:loc>https://example.com/a.png</image:loc></image:image></url></urlset>`,
      [fault('no_loc')],
    ],
    [
      'entries with two locs',
      own(`<url>${'<loc>https://example.com/</loc>'.repeat(2)}</url>`.repeat(3)),
      [fault('more_locs', '', 2, 3)],
    ],
    [
      'an index with the date of a sitemap that is none, and one without a loc',
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<sitemap><loc>https://a.example/1.xml</loc><lastmod>May</lastmod></sitemap><sitemap/></sitemapindex>',
      [fault('date', 'May'), fault('no_loc')],
    ],
    [
      'an index without an entry',
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
      [fault('empty', '', 1)],
    ],
    [
      'dates that are none',
      own(['2026-13-45', '2026-02-30', 'yesterday', ''].map(dated).join('')),
      [fault('date', '2026-13-45', 2, 4)],
    ],
    ['a time without a zone', own(dated('2026-06-02T10:00:00')), [fault('date', '2026-06-02T10:00:00')]],
    [
      'nothing, with dates of each form',
      own(['2026', '2026-06', '2026-06-02', '2026-06-02T10:00Z', '2024-02-29T23:59:59.5+02:00'].map(dated).join('')),
      [],
    ],
  ])('has its faults noted: %s', async (_case, file, faults) => {
    expect((await readSitemap(file))?.faults).toEqual(faults)
  })

  it.each(['\r', '\r\n', '\n', '\n\r\n'])('in plain text can end its lines in %j', async (end) => {
    const urls = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c']
    const { result } = await serveSitemap(
      (_request, response) => {
        response.write(`${urls[0]}${end.charAt(0)}`, () =>
          response.end(`${end.slice(1)}${urls.slice(1).join(end)}${end}`),
        )
      },
      { lookFor: urls.slice(2) },
    )
    expect(result?.reading).toMatchObject({ kind: 'text', urls: 3, problem: null, found: urls.slice(2) })
  })

  it('can be an index, and its first children are returned once each', async () => {
    const names = ['a', 'b', 'b#x', 'c', 'd', 'e', 'f', 'g'].map((name) => `https://example.com/${name}`)
    const { result } = await serveSitemap((_request, response) =>
      response.end(sitemapIndex('ftp://example.com/x', ...names)),
    )
    expect(result?.reading).toMatchObject({ kind: 'index', urls: 0, children: 9, problem: null })
    expect(result?.childUrls).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `https://example.com/${name}`))
  })

  it.each([
    ['uncompressed', (file: string) => Buffer.from(file), {}, false],
    ['compressed in transit', (file: string) => brotliCompressSync(file), { 'content-encoding': 'br' }, false],
    ['compressed as a file', (file: string) => gzipSync(file), { 'content-type': 'application/gzip' }, true],
    [
      'compressed as a file and declared as compressed in transit',
      (file: string) => gzipSync(file),
      { 'content-encoding': 'gzip' },
      false,
    ],
    ['compressed twice', (file: string) => gzipSync(gzipSync(file)), { 'content-encoding': 'gzip' }, true],
    [
      'compressed in two parts',
      (file: string) => Buffer.concat([gzipSync(file.slice(0, 100)), gzipSync(file.slice(100))]),
      {},
      true,
    ],
    [
      'compressed in transit in two parts',
      (file: string) => Buffer.concat([gzipSync(file.slice(0, 100)), gzipSync(file.slice(100))]),
      { 'content-encoding': 'gzip' },
      false,
    ],
    [
      'compressed as a file, padded with zeros',
      (file: string) => Buffer.concat([gzipSync(file), Buffer.alloc(512)]),
      {},
      true,
    ],
    [
      'compressed in transit, padded with zeros',
      (file: string) => Buffer.concat([gzipSync(file), Buffer.alloc(512)]),
      { 'content-encoding': 'gzip' },
      false,
    ],
    ['compressed as a file that lacks its end', (file: string) => gzipSync(file).subarray(0, -8), {}, true],
    ['in UTF-16', (file: string) => Buffer.from(`\uFEFF${file.replace('UTF-8', 'UTF-16')}`, 'utf16le'), {}, false],
    [
      'in Latin-1, as declared',
      (file: string) => Buffer.from(file.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      {},
      false,
    ],
    ['in an unknown character encoding', (file: string) => Buffer.from(file.replace('UTF-8', 'UTF-99')), {}, false],
  ])('is read %s', async (_case, pack, headers, gzip) => {
    const lookFor = ['https://example.com/gr%C3%BC%C3%9Fe']
    expect(
      await readSitemap(pack(urlset('https://example.com/a', 'https://example.com/grüße')), headers, { lookFor }),
    ).toMatchObject({ kind: 'urlset', urls: 2, gzip, cut: false, problem: null, found: lookFor })
  })

  it.each([
    ['https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&amp;c=2'],
    ['https://example.com/a?b=1&c=2', '<![CDATA[https://example.com/a?b=1&c=2]]>'],
    ['https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&#38;c=&#x32;'],
    ['https://example.com/', 'HTTPS://EXAMPLE.com:443'],
    ['https://example.com/%C3%BC', 'https://example.com/ü'],
    ['https://xn--bcher-kva.example/', 'https://bücher.example/#start'],
    ['https://example.com/x', '\n  https://example.com/x\n  '],
  ])('contains %s when it lists %s', async (wanted, written) => {
    expect(
      (
        await readSitemap(
          urlset('https://example.com/other', written),
          {},
          { lookFor: ['https://example.com/elsewhere', wanted] },
        )
      )?.found,
    ).toEqual([wanted])
  })

  it('can have entities at every position', async () => {
    const addresses = Array.from(
      { length: 3_000 },
      (_, index) => `https://example.com/?a=${'x'.repeat(index % 7)}&amp;b=&#${65 + (index % 26)};`,
    )
    const reading = await readSitemap(
      urlset(...addresses, 'https://example.com/?last&amp;one'),
      {},
      { lookFor: ['https://example.com/?last&one'] },
    )
    expect(reading).toMatchObject({ urls: 3_001, problem: null, found: ['https://example.com/?last&one'] })
  })

  it('does not contain a URL that differs in case, trailing slash or scheme', async () => {
    const lookFor = ['https://example.com/a']
    expect(
      (
        await readSitemap(
          urlset('https://example.com/A', 'https://example.com/a/', 'http://example.com/a'),
          {},
          { lookFor },
        )
      )?.found,
    ).toEqual([])
  })

  it('is read over HTTP/2, whose streams close at their end', async () => {
    const certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })
    const file = urlset('https://example.com/')
    const secure = await startHostileServer((_request, response) => response.end(file), { certificate, http2: true })
    const results = await Promise.all(Array.from({ length: 40 }, () => readSitemapFrom(secure)))
    expect(new Set(results.map(({ result }) => result?.reading.urls))).toEqual(new Set([1]))
  })

  it('that is missing is not read', async () => {
    const { response, result } = await serveSitemap((_request, response) =>
      response.writeHead(404).end(urlset('https://example.com/')),
    )
    expect([response.status, result]).toEqual([404, null])
  })

  it('is read from its redirect target', async () => {
    const { result } = await serveSitemap((request, response) => {
      if (request.url === '/sitemap.xml') response.writeHead(301, { location: '/map.xml' }).end(urlset())
      else response.end(urlset('https://example.com/'))
    })
    expect(result?.reading.urls).toBe(1)
  })
})

describe('an invalid sitemap', () => {
  it.each([
    ['html', 'It’s an HTML page, not a sitemap', 1],
    ['htmlWithoutDoctype', 'It’s an HTML page, not a sitemap', 1],
    ['json', 'It’s neither XML nor a list of URLs', 1],
    ['binary', 'It’s neither XML nor a list of URLs', 1],
    ['empty', 'It’s empty', 1],
    ['blank', 'It’s empty', 1],
    ['unclosed', 'Unclosed tag: urlset', 4],
    ['crossed', 'Unexpected close tag', 4],
    ['ampersand', 'An ampersand isn’t escaped as &amp;', 4],
    ['entityBomb', 'Undefined entity', 3],
    ['fileEntity', 'Undefined entity', 3],
    ['deep', 'Its elements are nested too deeply', 2],
    ['longText', 'One part of it is too long', 2],
    ['longComment', 'One part of it is too long', 2],
    ['longDoctype', 'One part of it is too long', 2],
    ['manyAttributes', 'One part of it is too long', 2],
    ['longLine', 'This line is too long', 1],
  ] as const)('has a problem: %s', async (name, text, line) => {
    const reading = await readSitemap(hostileSitemaps[name])
    expect(reading).toMatchObject({
      problem: { text, line },
      found: [],
      cut: false,
      bytes: hostileSitemaps[name].length,
    })
  })

  it('has blank lines before its XML declaration, and its URLs are read', async () => {
    const reading = await readSitemap(`\r\n\n${urlset('https://example.com/')}`)
    expect(reading).toMatchObject({ kind: 'urlset', urls: 1 })
    expect(reading?.problem).toEqual({ text: 'The XML declaration isn’t at the start of the file', line: 3 })
    const without = urlset('https://example.com/').replace(/^<\?xml[^>]*>/, '')
    expect(await readSitemap(`\n${without}`)).toMatchObject({ urls: 1, problem: null })
  })

  it('is recognised by its root element', async () => {
    expect((await readSitemap('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))?.problem).toEqual({
      text: 'It’s XML, but not a sitemap',
      line: 1,
    })
  })

  it('has its URLs counted and its first invalid line named when it is plain text', async () => {
    expect(await readSitemap('https://example.com/a\nno address\nhttps://example.com/b')).toMatchObject({
      kind: 'text',
      urls: 2,
      problem: { text: 'This line isn’t a URL', line: 2 },
    })
  })

  it('does not resolve inherited property names as entities', async () => {
    expect(
      (await readSitemap(hostileSitemaps.inheritedEntity, {}, { lookFor: ['https://example.com/'] }))?.found,
    ).toEqual([])
  })

  it('is refused when it is incomplete', async () => {
    const raw = await startRawServer((socket) => {
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${urlset('https://example.com/')}`),
      )
    })
    expect(await refusalOf(readSitemapFrom(raw))).toBe('connection_closed')
    const junk = await startRawServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<url\r\nzz\r\n'))
    })
    expect(await refusalOf(readSitemapFrom(junk))).toBe('invalid_response')
  })
})
