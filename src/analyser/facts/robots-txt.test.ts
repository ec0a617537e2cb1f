import { describe, expect, it } from 'vitest'
import type { RobotsFile } from '../fetched-page.ts'
import { matchingWork } from './robots-rules.ts'
import { accessFor, createRobotsReader, parseRobots, runToEnd, withoutSiteBlocks } from './robots-txt.ts'

const allows = (robots: string, path: string, agent: string | null = 'googlebot') =>
  accessFor(parseRobots(robots), agent, `https://example.com${path}`, matchingWork()).allowed
const lines = (...parts: string[]) => parts.join('\n')
const everybody = (...rules: string[]) => lines('User-agent: *', ...rules)

/** rules for everybody, path, allowed */
const matching: [string, string, boolean][] = [
  ['Disallow: /', '/', false],
  ['Disallow:', '/a', true],
  ['Allow:', '/a', true],
  ['Disallow: /a', '/a', false],
  ['Disallow: /a', '/ab/c?d', false],
  ['Disallow: /a', '/A', true],
  ['Disallow: /a/', '/a', true],
  ['Disallow: a', '/a', true],
  ['Disallow: /*.php', '/x/y.php?z', false],
  ['Disallow: /*.php$', '/x/y.php?z', true],
  ['Disallow: /*.php$', '/x.php/y.php', false],
  ['Disallow: /a*b*c', '/a-b-c-d', false],
  ['Disallow: /a*b*c', '/a-c-b', true],
  ['Disallow: /a**b', '/ab', false],
  ['Disallow: *', '/x', false],
  ['Disallow: */b', '/a/b', false],
  ['Disallow: /*a*a$', '/a', true],
  ['Disallow: /a$', '/a', false],
  ['Disallow: /a$', '/a?b', true],
  ['Disallow: /$', '/', false],
  ['Disallow: /$', '/a', true],
  ['Disallow: /a$b', '/a$b', false],
  ['Disallow: /*?', '/a?b', false],
  ['Disallow: /*?', '/a', true],
  ['Disallow: /a#b', '/a', false],
  ['Disallow: /a # old', '/a', false],
  ['Disallow: /ü', '/%C3%BC/x', false],
  ['Disallow: /%c3%bc', '/ü', false],
  ['Disallow: /a%2fb', '/a%2Fb', false],
  ['Disallow: /a%2Fb', '/a/b', true],
  ['Disallow: /%62', '/b', true],
  ['Disallow: /😀', '/%F0%9F%98%80', false],
]

/** all rules, path, allowed */
const precedence: [string[], string, boolean][] = [
  [['Disallow: /a', 'Allow: /a/b'], '/a/b/c', true],
  [['Allow: /a/b', 'Disallow: /a'], '/a/c', false],
  [['Disallow: /a', 'Allow: /a'], '/a', true],
  [['Allow: /a', 'Disallow: /a'], '/a', true],
  [['Allow: /page', 'Disallow: /*.html'], '/page.html', false],
  [['Allow: /$', 'Disallow: /'], '/', true],
  [['Allow: /$', 'Disallow: /'], '/a', false],
  [['Allow: /a/index.html', 'Disallow: /'], '/a/', true],
  [['Allow: /a/index.html', 'Disallow: /'], '/a/b', false],
  [['Disallow: /a/index.html'], '/a/', true],
]

describe('matching one rule', () => {
  it.each(matching)('%s and %s', (rule, path, allowed) => {
    expect(allows(everybody(rule), path)).toBe(allowed)
  })

  it('takes no time for many stars', () => {
    expect(allows(everybody(`Disallow: /${'*a'.repeat(5000)}$`), `/${'a'.repeat(2000)}b`)).toBe(true)
  })
})

describe('the longest rule wins, and allow wins a tie', () => {
  it.each(precedence)('%j and %s', (rules, path, allowed) => {
    expect(allows(everybody(...rules), path)).toBe(allowed)
  })
})

describe('groups', () => {
  const shut = 'Disallow: /'

  it.each(['Googlebot', 'googleBOT', 'Googlebot/2.1', 'Googlebot and friends'])(
    'User-agent: %s names Googlebot',
    (agent) => {
      expect(allows(lines(`User-agent: ${agent}`, shut), '/a')).toBe(false)
    },
  )

  it.each(['Googlebot-Image', 'Googlebo', 'Bingbot', 'Googlebots', ''])('User-agent: %s does not', (agent) => {
    expect(allows(lines(`User-agent: ${agent}`, shut), '/a')).toBe(true)
  })

  it('prefers a group of its own to that for everybody, wherever it stands', () => {
    expect(allows(lines('User-agent: Googlebot', 'Disallow: /b', everybody(shut)), '/a')).toBe(true)
    expect(allows(lines(everybody(shut), 'User-agent: Googlebot', 'Disallow: /b'), '/a')).toBe(true)
    expect(allows(lines(everybody(shut), 'User-agent: Googlebot', 'Disallow:'), '/a')).toBe(true)
    expect(allows(lines(everybody(shut), 'User-agent: Googlebot'), '/a')).toBe(true)
  })

  it('takes several groups of one crawler together', () => {
    const robots = lines(
      'User-agent: googlebot',
      'Disallow: /a',
      'User-agent: bingbot',
      shut,
      'User-agent: googlebot',
      'Disallow: /b',
    )
    expect([allows(robots, '/a'), allows(robots, '/b'), allows(robots, '/c')]).toEqual([false, false, true])
  })

  it('gives one group several names', () => {
    const robots = lines('User-agent: bingbot', 'User-agent: googlebot', shut, 'User-agent: *', 'Allow: /')
    expect(allows(robots, '/a')).toBe(false)
    expect(allows(robots, '/a', null)).toBe(true)
  })

  it('is not parted by blank lines, comments, sitemaps and unknown lines', () => {
    const robots = lines(
      'User-agent: googlebot',
      '',
      '# x',
      'Sitemap: https://example.com/s.xml',
      'Crawl-delay: 3',
      'junk',
      'User-agent: bingbot',
      shut,
    )
    expect(allows(robots, '/a')).toBe(false)
  })

  it('passes over rules before any group', () => {
    expect(allows(lines(shut, 'User-agent: *', 'Allow: /'), '/a')).toBe(true)
  })

  it('reads "* crawlers" as everybody, and "*bot" as nobody', () => {
    expect(allows(lines('User-agent: * crawlers', shut), '/a')).toBe(false)
    expect(allows(lines('User-agent: *bot', shut), '/a')).toBe(true)
  })
})

describe('lines', () => {
  it.each(['\n', '\r\n', '\r'])('may end in %j', (end) => {
    expect(allows(['\uFEFFUSER-AGENT : googlebot', '  DisAllow :\t/a  '].join(end), '/a')).toBe(false)
  })

  it.each(['Dissallow: /', 'Disalow: /', 'diasllow: /', 'disallow /'])('may be misspelt as "%s"', (line) => {
    expect(allows(everybody(line), '/a')).toBe(false)
  })

  it.each(['disallow / /', '<html>', ': /', 'Noindex: /'])('mean nothing as "%s"', (line) => {
    expect(allows(everybody(line), '/a')).toBe(true)
  })

  it('are read up to 16,664 characters', () => {
    expect(allows(everybody(`Disallow: /${' '.repeat(20_000)}x`), '/a')).toBe(false)
  })

  it('name the sitemaps, in any place', () => {
    expect(
      parseRobots(lines('Sitemap: https://a.example/1.xml', everybody('Allow: /', 'site-map: https://a.example/2.xml')))
        .sitemaps.items,
    ).toEqual(['https://a.example/1.xml', 'https://a.example/2.xml'])
  })

  it('are counted from 1, blank ones too', () => {
    expect(
      accessFor(parseRobots('\r\n\r\nUser-agent: *\r\nDisallow: /a # x'), null, 'https://example.com/a', matchingWork())
        .rule,
    ).toEqual({ line: 4, text: 'Disallow: /a' })
  })
})

describe('the names of crawlers', () => {
  it.each([
    ['AI2Bot', 'User-agent: AI2Bot\nDisallow: /', false],
    ['ai2bot', 'User-agent: AI2Bot-Dolma\nDisallow: /', false],
    ['GPTBot', 'User-agent: GPTBot/1.2\nDisallow: /', false],
    ['Googlebot-Image', 'User-agent: Googlebot\nDisallow: /', false],
    ['Googlebot-Image', 'User-agent: Googlebot\nDisallow: /\nUser-agent: Googlebot-Image\nAllow: /', true],
    ['Googlebot-Image', 'User-agent: *\nDisallow: /', false],
    ['Googlebot-Image', 'User-agent: Bingbot\nDisallow: /', true],
  ])('%s is compared with %j as Google’s matcher does', (agent, robots, allowed) => {
    expect(allows(robots, '/', agent)).toBe(allowed)
  })

  it('come with directives of other standards', () => {
    const { problems } = parseRobots('User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: search=yes\nDisallow:')
    expect(problems.items).toEqual([])
  })
})

const page = 'https://example.com/lamps?page=2'
const file = (text: string): RobotsFile => ({
  url: 'https://example.com/robots.txt',
  outcome: 'found',
  status: 200,
  text,
  bytes: text.length,
})
const answered = (outcome: RobotsFile['outcome'], status: number | null): RobotsFile => ({
  ...file(''),
  outcome,
  status,
})

function canCrawl(robots: RobotsFile, ...urls: string[]): boolean[] {
  const { canCrawl: accessTo } = runToEnd(createRobotsReader()(robots))
  return urls.map((url) => runToEnd(accessTo(url)))
}

describe('our own crawler', () => {
  it.each([
    ['', true],
    ['User-agent: *\nDisallow: /lamps', false],
    ['User-agent: *\nDisallow: /\nAllow: /lamps', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: SEO-Reports/1.0\nDisallow: /chairs', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: seo-reports\nDisallow: /*?page=', false],
    ['User-agent: Googlebot\nDisallow: /', true],
    ['User-agent: seo\nDisallow: /', true],
    ['User-agent: *\nDisallow: /%6camps', false],
  ])('is allowed to read a page by the file %j: %s', (text, allowed) => {
    expect(canCrawl(file(text), page)).toEqual([allowed])
  })

  it.each([
    ['absent', 404, true],
    ['absent', 403, true],
    ['absent', 429, false],
    ['unavailable', 503, false],
    ['unreachable', null, false],
  ] as const)('is allowed to read a page where the file is %s with status %s: %s', (outcome, status, allowed) => {
    expect(canCrawl(answered(outcome, status), page)).toEqual([allowed])
  })

  it('can always read robots.txt itself', () => {
    expect(canCrawl(file('User-agent: *\nDisallow: /'), 'https://example.com/robots.txt')).toEqual([true])
  })

  it('reads large files, but no more of their wildcards than takes a fraction of a second', () => {
    const wildcards = (amount: number, part = 'aab') => file(`User-agent: *\n${`Disallow: *${part}\n`.repeat(amount)}`)
    const long = (end: string) => `https://example.com/${'a'.repeat(2000)}${end}`
    expect(canCrawl(wildcards(5_000), long('1'), long('2'), long('b'))).toEqual([true, true, false])
    expect(canCrawl(wildcards(30_000), page)).toEqual([true])
    expect(canCrawl(wildcards(30_000, `${'a'.repeat(50)}b`), long('1'), page)).toEqual([false, false])
    expect(canCrawl(file(`User-agent: *\n${'Disallow: /aab\n'.repeat(30_000)}`), long('1'))).toEqual([true])
  })
})

describe('a file of a website that is judged as production', () => {
  const file = (text: string, outcome: RobotsFile['outcome'] = 'found'): RobotsFile => ({
    url: 'https://example.com/robots.txt',
    outcome,
    status: outcome === 'found' ? 200 : 503,
    text,
    bytes: text.length,
  })

  it.each(['/', '/*', '*', '/**', '*/*', '/*$', '*$'])('has no rule %s, and keeps the others', (path) => {
    const { text } = withoutSiteBlocks(
      file(lines('User-agent: a', `Disallow: ${path} # all`, 'User-agent: *', `disalow:${path}`, 'Disallow: /cart')),
    )
    expect(allows(text, '/page', 'a')).toBe(true)
    expect(allows(text, '/cart', 'a')).toBe(true)
    expect(allows(text, '/page')).toBe(true)
    expect(allows(text, '/cart/1')).toBe(false)
  })

  it.each(['/$', '*/$', '/a*', '*a', '/?', '/*?'])('keeps the rule %s', (path) => {
    const before = everybody(`Disallow: ${path}`, 'Allow: /b', 'Sitemap: https://example.com/sitemap.xml')
    expect(parseRobots(withoutSiteBlocks(file(before)).text)).toEqual(parseRobots(before))
  })

  it('is obeyed if it can’t be read', () => {
    const { canCrawl } = runToEnd(createRobotsReader('example.com')(file('', 'unavailable')))
    expect(runToEnd(canCrawl('https://example.com/'))).toBe(false)
  })

  it('is read at once, however many stars it has', () => {
    const text = everybody(...Array.from({ length: 30 }, () => `Disallow: ${'*'.repeat(16_000)}x`))
    expect(withoutSiteBlocks(file(text)).text).toBe(text)
  })
})
