import { describe, expect, it } from 'vitest'
import { matchingWork } from './robots-rules.ts'
import { parseRobots, accessFor } from './robots-txt.ts'

const allows = (robots: string, agent: string | null, path: string) =>
  accessFor(parseRobots(robots), agent, `https://example.com${path}`, matchingWork()).allowed
const everybody = (rules: string) => `User-agent: *\n${rules}`

/**
 * A path of a Disallow line, paths it matches, paths it doesn't: developers.google.com, "URL matching based on path
 * values".
 */
const googlePaths: [string, string[], string[]][] = [
  ['/', ['/', '/a', '/a/b?c'], []],
  ['/*', ['/', '/a', '/a/b?c'], []],
  ['/$', ['/'], ['/a', '/?a']],
  [
    '/fish',
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.php?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
  ],
  [
    '/fish*',
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.php?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
  ],
  [
    '/fish/',
    ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
    ['/fish', '/fish.html', '/animals/fish/', '/Fish/Salmon.asp'],
  ],
  [
    '/*.php',
    [
      '/index.php',
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '/folder/any.php.file.html',
      '/filename.php/',
    ],
    ['/', '/windows.PHP'],
  ],
  [
    '/*.php$',
    ['/filename.php', '/folder/filename.php'],
    ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
  ],
  ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP']],
]

/** rules, path, allowed: the same page, "Order of precedence for rules". */
const googlePrecedence: [string, string, boolean][] = [
  ['Allow: /p\nDisallow: /', '/page', true],
  ['Allow: /folder\nDisallow: /folder', '/folder/page', true],
  ['Allow: /page\nDisallow: /*.htm', '/page.htm', false],
  ['Allow: /page\nDisallow: /*.ph', '/page.php5', true],
  ['Allow: /$\nDisallow: /', '/', true],
  ['Allow: /$\nDisallow: /', '/page.htm', false],
]

/** RFC 9309, section 2.2.2: path of a rule, address, whether they are the same. */
const rfcEscapes: [string, string, boolean][] = [
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
  ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar', true],
  ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%E3%83%84', '/foo/bar/ツ', true],
  ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
  ['/foo/bar/baz', '/foo/bar/%62%61%7A', true],
  ['/foo%2Fbar', '/foo/bar', false],
  ['/foo%3Fbar', '/foo?bar', false],
  ['/%7Ejoe', '/~joe', true],
  ['/a b', '/a%20b', true],
  ['/{id}', '/%7Bid%7D', true],
  ['/"q"', '/%22q%22', true],
]

/** RFC 9309, section 2.2.3, and its appendix of special characters. */
const rfcSpecial: [string, string, boolean][] = [
  ['/a # everything from here on is a comment', '/a', true],
  ['/this/path/exactly$', '/this/path/exactly', true],
  ['/this/path/exactly$', '/this/path/exactly/not', false],
  ['/this/*/exactly', '/this/one/and/that/exactly', true],
  ['/this/*/exactly', '/this/exactly', false],
  ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
  ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', false],
  ['/path/foo-%24', '/path/foo-$', true],
  ['/path/foo-%24', '/path/foo-$/more', true],
  ['/path/foo-%24', '/path/foo-', false],
]

/** RFC 9309, section 5.1. */
const simple = `
  User-Agent: *
  Disallow: *.gif$
  Disallow: /example/
  Allow: /publications/

  User-Agent: foobot
  Disallow:/
  Allow:/example/page.html
  Allow:/example/allowed.gif

  User-Agent: barbot
  User-Agent: bazbot
  Disallow: /example/page.html

  User-Agent: quxbot

  EOF`

/** crawler (null is one that no group names), path, allowed */
const simpleCases: [string | null, string, boolean][] = [
  [null, '/picture.gif', false],
  [null, '/picture.gif?size=2', true],
  [null, '/example/page.html', false],
  [null, '/publications/page.html', true],
  [null, '/publications/picture.gif', true],
  [null, '/anything', true],
  ['foobot', '/', false],
  ['foobot', '/example/page.html', true],
  ['foobot', '/example/allowed.gif', true],
  ['foobot', '/publications/', false],
  ['barbot', '/example/page.html', false],
  ['barbot', '/example/other.html', true],
  ['barbot', '/picture.gif', true],
  ['bazbot', '/example/page.html', false],
  ['quxbot', '/example/page.html', true],
  ['quxbot', '/picture.gif', true],
]

/** RFC 9309, section 5.2. */
const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif'

/** developers.google.com, "Grouping of lines and rules" and "Order of precedence for user agents". */
const grouped =
  'user-agent: a\ndisallow: /c\n\nuser-agent: b\ndisallow: /d\n\nuser-agent: e\nuser-agent: f\ndisallow: /g\n\nuser-agent: h'
const groupCases: [string, string, string, boolean][] = [
  [grouped, 'a', '/c', false],
  [grouped, 'a', '/d', true],
  [grouped, 'b', '/d', false],
  [grouped, 'e', '/g', false],
  [grouped, 'f', '/g', false],
  [grouped, 'h', '/g', true],
  ['user-agent: a\nsitemap: https://example.com/s.xml\nuser-agent: b\ndisallow: /', 'a', '/x', false],
  [
    'user-agent: googlebot-news\ndisallow: /n\n\nuser-agent: *\ndisallow: /e\n\nuser-agent: googlebot\ndisallow: /g',
    'googlebot',
    '/g',
    false,
  ],
  [
    'user-agent: googlebot-news\ndisallow: /n\n\nuser-agent: *\ndisallow: /e\n\nuser-agent: googlebot\ndisallow: /g',
    'googlebot',
    '/e',
    true,
  ],
  [
    'user-agent: googlebot-news\ndisallow: /n\n\nuser-agent: *\ndisallow: /e\n\nuser-agent: googlebot\ndisallow: /g',
    'googlebot-news',
    '/g',
    true,
  ],
  [
    'user-agent: googlebot-news\ndisallow: /n\n\nuser-agent: *\ndisallow: /e\n\nuser-agent: googlebot\ndisallow: /g',
    'otherbot',
    '/e',
    false,
  ],
  ['user-agent: googlebot*\ndisallow: /', 'googlebot', '/x', false],
  ['user-agent: googlebot/1.2\ndisallow: /', 'googlebot', '/x', false],
  [
    'user-agent: googlebot-news\ndisallow: /fish\n\nuser-agent: *\ndisallow: /carrots\n\nuser-agent: googlebot-news\ndisallow: /shrimp',
    'googlebot-news',
    '/fish',
    false,
  ],
  [
    'user-agent: googlebot-news\ndisallow: /fish\n\nuser-agent: *\ndisallow: /carrots\n\nuser-agent: googlebot-news\ndisallow: /shrimp',
    'googlebot-news',
    '/shrimp',
    false,
  ],
  [
    'user-agent: googlebot-news\ndisallow: /fish\n\nuser-agent: *\ndisallow: /carrots\n\nuser-agent: googlebot-news\ndisallow: /shrimp',
    'googlebot-news',
    '/carrots',
    true,
  ],
]

const everyone = ['googlebot', null]

describe("Google's examples of paths", () => {
  const cases = googlePaths.flatMap(([rule, matching, others]) => [
    ...matching.map((path) => [rule, path, true] as const),
    ...others.map((path) => [rule, path, false] as const),
  ])

  it.each(cases)('%s and %s match: %s', (rule, path, matched) => {
    for (const agent of everyone) expect(allows(everybody(`Disallow: ${rule}`), agent, path)).toBe(!matched)
  })
})

describe("Google's examples of precedence", () => {
  it.each(googlePrecedence)('%j lets %s be crawled: %s', (rules, path, allowed) => {
    for (const agent of everyone) expect(allows(everybody(rules), agent, path)).toBe(allowed)
  })

  it.each(groupCases)('%j says to %s about %s: %s', (robots, agent, path, allowed) => {
    expect(allows(robots, agent, path)).toBe(allowed)
  })
})

describe('the examples of RFC 9309', () => {
  it.each(simpleCases)('5.1: to %s, of %s: %s', (agent, path, allowed) => {
    expect(allows(simple, agent, path)).toBe(allowed)
  })

  it.each([
    ['/example/page/', true],
    ['/example/page/any.html', true],
    ['/example/page/disallowed.gif', false],
    ['/', true],
  ])('5.2: of %s: %s', (path, allowed) => {
    for (const agent of ['foobot', 'FooBot']) expect(allows(longest, agent, path)).toBe(allowed)
  })

  it.each([...rfcEscapes, ...rfcSpecial])('2.2: %s and %s match: %s', (rule, path, matched) => {
    expect(allows(everybody(`Disallow: ${rule}`), null, path)).toBe(!matched)
  })
})

describe('where Google reads otherwise than the RFC', () => {
  it.each([
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', true, false],
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/%62%61%7A', false, false],
    ['Disallow: /a-%2A', '/a-*', true, false],
    ['Disallow: /\nAllow: /folder/index.html', '/folder/', true, false],
    ['Disallow: /\nAllow: /folder/index.html', '/folder/index.html', true, true],
  ])('%j of %s: Googlebot %s, others %s', (rules, path, googlebot, others) => {
    expect([allows(everybody(rules), 'googlebot', path), allows(everybody(rules), null, path)]).toEqual([
      googlebot,
      others,
    ])
  })
})

describe('a file that is hard to read', () => {
  it.each([
    ['ends in half a line', 'User-agent: *\nDisallow: /a\nDisal', '/a', false],
    ['is a web page', '<!doctype html>\n<html><body>User-agent: *<br>Disallow: /</body></html>', '/a', true],
    ['holds NULs', 'User-agent: *\0\nDisallow: /a\0', '/a', true],
    ['begins with half a byte order mark', '\uFFFDUser-agent: *\nDisallow: /', '/a', false],
    ['mixes line ends', 'User-agent: *\r\r\n\rDisallow: /a\r\nDisallow: /b', '/b', false],
    ['has junk between', 'User-agent: *\n=====\n???: ???\nDisallow: /a', '/a', false],
    ['names robots.txt', 'User-agent: *\nDisallow: /', '/robots.txt', true],
  ])('that %s', (_, robots, path, allowed) => {
    for (const agent of everyone) expect(allows(robots, agent, path)).toBe(allowed)
  })

  it('takes no long time, however its rules are made for that', () => {
    const path = `/${'a'.repeat(2000)}`
    const rules = Array.from({ length: 250 }, () => `Disallow: *b${'a'.repeat(990)}`).join('\n')
    expect(allows(everybody(rules), 'googlebot', path)).toBe(true)
  })
})
