const kibibyte = 1024
const largest = 500 * kibibyte

const everybody = 'User-agent: *\n'
/** Repeats a line until the file is as large as a crawler reads. */
const fill = (line: string) => everybody + line.repeat(Math.ceil(largest / line.length))

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
  'blank lines': '\r'.repeat(largest),
  'one long line': `${everybody}Disallow: /${'*'.repeat(largest)}`,
}
