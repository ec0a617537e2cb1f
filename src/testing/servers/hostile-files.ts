import { gzipSync } from 'node:zlib'

const kibibyte = 1024
const megabyte = 1024 * 1024
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const urlset = (...urls: string[]) => urlsetOf(urls)

const urlsetOf = (urls: string[]) =>
  `${declaration}<urlset ${namespace}>\n${urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n')}\n</urlset>`

export const sitemapIndex = (...urls: string[]) =>
  `${declaration}<sitemapindex ${namespace}>\n${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('\n')}\n</sitemapindex>`

const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`)

/** Broken and malicious sitemaps. */
export const hostileSitemaps = {
  html: '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Not found</title></head></html>',
  htmlWithoutDoctype: '<html><head><title>Not found</title></head></html>',
  json: '{"urls":["https://example.com/"]}',
  binary: Buffer.alloc(1_000),
  empty: '',
  blank: ' \n\n ',
  unclosed: urlset('https://example.com/a').replace('</urlset>', ''),
  crossed: `${declaration}<urlset>\n<url>\n<loc>https://example.com/</url>\n</loc></urlset>`,
  ampersand: urlset('https://example.com/?a=1', 'https://example.com/?a=1&b=2'),
  entityBomb: `${declaration}<!DOCTYPE lolz [<!ENTITY lol0 "lol">${entities.join('')}]>\n<urlset><url><loc>&lol9;</loc></url></urlset>`,
  fileEntity: `${declaration}<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>\n<urlset><url><loc>&file;</loc></url></urlset>`,
  inheritedEntity: `${declaration}<urlset><url><loc>&constructor;</loc></url></urlset>`,
  deep: `${declaration}<urlset>${'<url>'.repeat(100_000)}`,
  longText: `${declaration}<urlset><url><loc>${'x'.repeat(3 * megabyte)}`,
  longComment: `${declaration}<urlset><!--${'x'.repeat(3 * megabyte)}`,
  longDoctype: `${declaration}<!DOCTYPE x [${'<!ENTITY x "y">'.repeat(200_000)}`,
  manyAttributes: `${declaration}<urlset ${Array.from({ length: 200_000 }, (_, index) => `a${index}="b"`).join(' ')}>`,
  longLine: `https://example.com/${'x'.repeat(3 * megabyte)}`,
  prototype: `${declaration}<urlset><__proto__ constructor="1" __proto__="2"/><url><loc>https://example.com/</loc></url></urlset>`,
  /** Decodes to the start of a sitemap and 60 MB of spaces. */
  gzipBomb: () => gzipSync(Buffer.concat([Buffer.from(`${declaration}<urlset>`), Buffer.alloc(60 * megabyte, ' ')])),
  /** One entry with 600,000 hreflang links, 46 MB unpacked. */
  manyVersions: () => {
    const link = '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/a/b"/>'
    const entry = `<url><loc>https://example.com/</loc>${link.repeat(600_000)}</url>`
    return gzipSync(`${declaration}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">${entry}</urlset>`)
  },
  /** A sitemap with the given number of long URLs. */
  large: (count: number) =>
    urlsetOf(
      Array.from(
        { length: count },
        (_, index) =>
          `https://example.com/${'long/'.repeat(25)}${index.toString(36).padStart(8, '0')}?${(index * 7919) % 1_000_003}`,
      ),
    ),
}

/** The part of a robots.txt file that a crawler reads. */
const largestRobots = 500 * kibibyte

const everybody = 'User-agent: *\n'
/** Repeats a line until the file is as large as a crawler reads. */
const fill = (line: string) => everybody + line.repeat(Math.ceil(largestRobots / line.length))

/** robots.txt files that take long to parse or to match. */
export const hostileRobots: Record<string, string | Buffer> = {
  'invalid bytes': Buffer.concat([
    Buffer.from(everybody),
    ...Array.from({ length: 31 }, () =>
      Buffer.concat([Buffer.from('Disallow: /'), Buffer.alloc(16_000, 0xff), Buffer.from('\n')]),
    ),
  ]),
  'many stars': fill(`Disallow: /${'*a'.repeat(8_000)}b\n`),
  'many rules with a star': fill('Disallow:*ab\n'),
  'long parts behind a star': fill(`Disallow: /*b${'a'.repeat(900)}\n`),
  'long repetitions behind a star': fill(`Disallow: /*${'a'.repeat(900)}b\n`),
  'escapes of plain letters': fill(`Disallow: /${'%61'.repeat(5_000)}\n`),
  'many rules': fill('Disallow: /a\n'),
  'long rules': fill(`Disallow: /${'a'.repeat(1_900)}b\n`),
  'many groups': fill('User-agent: *\nAllow: /\n'),
  'many agents': fill('User-agent: a\n'),
  'lines that mean nothing': fill('a\n'),
  'unknown directives': fill('a:\n'),
  sitemaps: fill('Sitemap: a\n'),
  'blank lines': '\r'.repeat(largestRobots),
  'one long line': `${everybody}Disallow: /${'*'.repeat(largestRobots)}`,
}
