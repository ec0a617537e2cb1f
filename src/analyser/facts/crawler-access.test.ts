import { describe, expect, it } from 'vitest'
import { fetchedPageOf, type Page } from '#testing/pages/fetched-page.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import { collectFacts } from './collect.ts'
import { crawlerTokens, readCrawlerAccess } from './crawler-access.ts'
import { matchingWork } from './robots-rules.ts'
import { parseRobots } from './robots-txt.ts'

const accessOf = (robots: Page['robots'], more: Partial<Page> = {}) =>
  collectFacts(fetchedPageOf({ html: '', ...(robots === undefined ? {} : { robots }), ...more })).facts.crawlerAccess
const accessFor = (robots: Page['robots'], token: string) =>
  accessOf(robots).verdicts.find(({ token: one }) => one === token)

describe('the table of AI crawlers', () => {
  it('has the 21 tokens, each once, with a source over https', () => {
    const tokens = aiCrawlers.map(({ token }) => token)
    expect(new Set(tokens).size).toBe(21)
    expect(tokens).toHaveLength(21)
    for (const { source } of aiCrawlers) expect(source).toMatch(/^https:\/\/\S+$/)
  })

  it('names the day on which each statement was compared with its source, and the one that never was', () => {
    for (const { checked } of aiCrawlers) expect(checked ?? '2026-01-01').toMatch(/^2026-\d\d-\d\d$/)
    expect(aiCrawlers.filter(({ checked }) => checked === null).map(({ token }) => token)).toEqual(['AI2Bot'])
  })

  it('states nothing for vendors without documentation', () => {
    expect(aiCrawlers.filter(({ statement }) => statement === null).map(({ token }) => token)).toEqual([
      'cohere-ai',
      'Bytespider',
    ])
  })
})

describe('the access of crawlers', () => {
  const robots = 'User-agent: GPTBot\nUser-agent: ccbot/2.0\nDisallow: /\n\nUser-agent: *\nDisallow: /garden/\nAllow: /'

  it('cover Google’s crawlers and every AI crawler', () => {
    expect(accessOf(robots).verdicts.map(({ token }) => token)).toEqual(crawlerTokens)
    expect(crawlerTokens.slice(0, 2)).toEqual(['Googlebot', 'Googlebot-Image'])
  })

  it('name the deciding line and the group', () => {
    expect(accessFor(robots, 'GPTBot')).toEqual({
      token: 'GPTBot',
      allowed: false,
      rule: { line: 3, text: 'Disallow: /' },
      group: 'gptbot',
    })
    expect(accessFor(robots, 'CCBot')).toMatchObject({ allowed: false, group: 'ccbot' })
    expect(accessFor(robots, 'ClaudeBot')).toEqual({
      token: 'ClaudeBot',
      allowed: false,
      rule: { line: 6, text: 'Disallow: /garden/' },
      group: '*',
    })
  })

  it('allow everything without a file, and are unknown if the file is', () => {
    for (const access of accessOf(undefined).verdicts)
      expect(access).toMatchObject({ allowed: true, rule: null, group: null })
    expect(accessOf({ outcome: 'unavailable', status: 503 }).verdicts).toEqual([])
    expect(accessOf({ outcome: 'absent', status: 429 }).verdicts).toEqual([])
    expect(accessOf({ outcome: 'unreachable', status: null }).verdicts).toEqual([])
  })

  it('follow Googlebot’s group for Applebot and Googlebot-Image if they have none', () => {
    const blocked = 'User-agent: Googlebot\nDisallow: /'
    for (const token of ['Applebot', 'Googlebot-Image'])
      expect(accessFor(blocked, token)).toMatchObject({ allowed: false, group: 'googlebot' })
    for (const token of ['Applebot-Extended', 'Google-Extended', 'bingbot'])
      expect(accessFor(blocked, token)).toMatchObject({ allowed: true, group: null })
    expect(accessFor(`${blocked}\n\nUser-agent: Applebot\nAllow: /`, 'Applebot')).toMatchObject({ allowed: true })
  })

  it('of a hostile file share one limit with those on the canonical URL and the favicon', () => {
    const robots = `User-agent: *\n${`Disallow: *${'a'.repeat(50)}b\n`.repeat(30_000)}`
    const html = '<link rel="canonical" href="https://example.com/b"><link rel="icon" href="/icon.png">'
    const { facts } = collectFacts(fetchedPageOf({ html, robots, finalUrl: `https://example.com/${'a'.repeat(2000)}` }))
    const unknown = [facts.robots.googlebot, facts.robots.anyone, facts.canonicalAccess?.googlebot]
    unknown.push(facts.iconAccess?.googlebotImage, facts.iconAccess?.homePage)
    expect(unknown).toEqual(unknown.map(() => ({ allowed: null, rule: null })))
    expect(new Set(facts.crawlerAccess.verdicts.map(({ allowed }) => allowed))).toEqual(new Set([null]))
    const { facts: short } = collectFacts(fetchedPageOf({ html, robots, finalUrl: 'https://example.com/a' }))
    expect(short.canonicalAccess?.googlebot.allowed).toBe(true)
  })

  it('are unknown if a hostile file takes too long to match', () => {
    const rules = Array.from({ length: 30_000 }, (_, index) => `Disallow: /*${'a*'.repeat(3)}${index}`).join('\n')
    const finalUrl = `https://example.com/${'a'.repeat(2000)}`
    const groups = crawlerTokens.map((token) => `User-agent: ${token}`).join('\n')
    const { verdicts } = accessOf(`${groups}\n${rules}`, { finalUrl })
    expect(verdicts.some(({ allowed }) => allowed === null)).toBe(true)
  })
})

describe('the kept groups', () => {
  it('have their crawlers and rules with line numbers', () => {
    expect(accessOf('# a\nUser-agent: GPTBot\nDisallow: /a # b\nAllow: /\nUser-agent: *\nDisallow:').groups).toEqual({
      items: [
        {
          line: 2,
          agents: ['gptbot'],
          rules: [
            { line: 3, text: 'Disallow: /a' },
            { line: 4, text: 'Allow: /' },
          ],
        },
        { line: 5, agents: ['*'], rules: [{ line: 6, text: 'Disallow:' }] },
      ],
      total: 2,
    })
  })

  it('end with the last whole line of the first 16 KiB', () => {
    const rule = (index: number) => `Disallow: /${String(index).padStart(6, '0')}`
    const robots = `User-agent: *\n${Array.from({ length: 2000 }, (_, index) => rule(index)).join('\n')}\nUser-agent: b\nDisallow: /`
    const { items, total } = accessOf(robots).groups
    expect(total).toBe(2)
    expect(items).toHaveLength(1)
    // 14 characters for the first line, then 18 a rule: 909 whole rules end before 16,384.
    expect(items[0]?.rules).toHaveLength(909)
  })
})

describe('the usage preferences', () => {
  it('are those of robots.txt with their crawlers, and of the headers', () => {
    const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: /a train-ai=n\nAllow: /'
    expect(accessOf(robots, { headers: { 'content-usage': 'train-ai=n' } }).preferences).toEqual({
      items: [
        { source: 'robots', name: 'content-signal', value: 'search=yes, ai-train=no', line: 2, agents: ['*'] },
        { source: 'robots', name: 'content-usage', value: '/a train-ai=n', line: 3, agents: ['*'] },
        { source: 'header', name: 'content-usage', value: 'train-ai=n', line: null, agents: [] },
      ],
      total: 3,
    })
  })

  it('are cut, however many lines and crawlers a hostile file has', () => {
    const agents = Array.from({ length: 5000 }, (_, index) => `User-agent: a${'b'.repeat(index % 50)}`)
    const lines = Array.from({ length: 5000 }, () => 'Content-Signal: search=yes')
    const access = accessOf([...agents, ...lines].join('\n'))
    expect(JSON.stringify(access).length).toBeLessThan(100_000)
  })
})

/** The columns of a crawler: one sign for each URL, `+` if it can be crawled, `-` if not. */
const paths = [
  '/',
  '/blog/post.html',
  '/blog/Post.html?ref=1',
  '/shop/item.php?id=7',
  '/private/caf%C3%A9',
  '/assets/app.js',
]
const all = '++++++'
const none = '------'

/** `others` is the access of every crawler that is not named. */
type Access = { others: string } & Record<string, string>
const everyone = (rules: string) => `User-agent: *\n${rules}`

/**
 * Worked out by hand from RFC 9309 (groups in 2.2.1, rules in 2.2.2, special characters in 2.2.3), Google's
 * documentation of robots.txt if it is more exact, and Apple's of Applebot.
 */
const table: [name: string, robots: string, access: Access][] = [
  ['an empty file allows everything', '', { others: all }],
  ['a slash blocks everything', everyone('Disallow: /'), { others: none }],
  ['an empty rule blocks nothing', everyone('Disallow:'), { others: all }],
  ['of rules of one length, Allow wins', everyone('Disallow: /\nAllow: /'), { others: all }],
  ['a folder', everyone('Disallow: /blog/'), { others: '+--+++' }],
  ['the start of a name, in its case', everyone('Disallow: /blog/post'), { others: '+-++++' }],
  ['a folder in another case', everyone('Disallow: /BLOG/'), { others: all }],
  ['a star', everyone('Disallow: /*.php'), { others: '+++-++' }],
  ['a star and an end, which a query is after', everyone('Disallow: /*.php$'), { others: all }],
  ['an end without a query', everyone('Disallow: /*.html$'), { others: '+-++++' }],
  ['every query', everyone('Disallow: /*?'), { others: '++--++' }],
  ['the home page alone is blocked', everyone('Disallow: /$'), { others: '-+++++' }],
  ['the home page alone is allowed', everyone('Disallow: /\nAllow: /$'), { others: '+-----' }],
  ['a folder alone is allowed', everyone('Disallow: /\nAllow: /blog/'), { others: '-++---' }],
  ['a star at the end changes nothing', everyone('Disallow: /shop/*'), { others: '+++-++' }],
  ['letters outside ASCII', everyone('Disallow: /private/café'), { others: '++++-+' }],
  ['escapes in lower case', everyone('Disallow: /private/caf%c3%a9'), { others: '++++-+' }],
  ['a longer Allow wins over a star', everyone('Disallow: /blog/*.html\nAllow: /blog/post.html'), { others: '++-+++' }],
  ['a star counts as one character', everyone('Disallow: /shop/item\nAllow: /shop/*tem'), { others: all }],
  ['the order of rules is of no account', everyone('Allow: /shop/item\nDisallow: /shop/'), { others: all }],
  ['one crawler', 'User-agent: GPTBot\nDisallow: /', { others: all, GPTBot: none }],
  ['a crawler in another case', 'user-agent: gptbot\ndisallow: /blog/', { others: all, GPTBot: '+--+++' }],
  ['a crawler with a version', 'User-agent: GPTBot/1.2\nDisallow: /', { others: all, GPTBot: none }],
  [
    'a group for three crawlers',
    'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nDisallow: /shop/',
    { others: all, GPTBot: '+++-++', ClaudeBot: '+++-++', CCBot: '+++-++' },
  ],
  [
    'two groups for one crawler are one',
    'User-agent: GPTBot\nDisallow: /blog/\n\nUser-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /shop/',
    { others: none, GPTBot: '+---++' },
  ],
  [
    'an own group wins over the one for all',
    'User-agent: *\nDisallow: /\n\nUser-agent: OAI-SearchBot\nAllow: /',
    { others: none, 'OAI-SearchBot': all },
  ],
  [
    'an own group takes nothing from the one for all',
    'User-agent: *\nDisallow: /private/\n\nUser-agent: PerplexityBot\nDisallow: /assets/',
    { others: '++++-+', PerplexityBot: '+++++-' },
  ],
  ['the start of a crawler’s name is not the crawler', 'User-agent: Claude\nDisallow: /', { others: all }],
  ['a longer name is not the crawler', 'User-agent: GPTBot-Images\nDisallow: /', { others: all }],
  ['Applebot', 'User-agent: Applebot\nDisallow: /', { others: all, Applebot: none }],
  ['Applebot-Extended', 'User-agent: Applebot-Extended\nDisallow: /', { others: all, 'Applebot-Extended': none }],
  ['Googlebot, which Applebot follows', 'User-agent: Googlebot\nDisallow: /blog/', { others: all, Applebot: '+--+++' }],
  [
    'Googlebot and Applebot',
    'User-agent: Googlebot\nDisallow: /\n\nUser-agent: Applebot\nDisallow: /shop/',
    { others: all, Applebot: '+++-++' },
  ],
  ['Google-Extended', 'User-agent: Google-Extended\nDisallow: /', { others: all, 'Google-Extended': none }],
  ['a digit in a name', 'User-agent: AI2Bot\nDisallow: /', { others: all, AI2Bot: none }],
  [
    'comments, tabs and line ends of Windows',
    'User-agent : CCBot # archive\r\n\tDisallow :\t/private/ # no\r\n',
    { others: all, CCBot: '++++-+' },
  ],
  ['a byte order mark', '\uFEFFUser-agent: Bytespider\nDisallow: /', { others: all, Bytespider: none }],
  ['an empty line inside a group', 'User-agent: bingbot\n\nDisallow: /shop/', { others: all, bingbot: '+++-++' }],
  [
    'a rule before any group is of no account',
    'Disallow: /\nUser-agent: Amazonbot\nDisallow: /blog/',
    { others: all, Amazonbot: '+--+++' },
  ],
  [
    'other lines do not divide a group',
    'User-agent: DuckAssistBot\nCrawl-delay: 5\nUser-agent: MistralAI-User\nDisallow: /',
    { others: all, DuckAssistBot: none, 'MistralAI-User': none },
  ],
  [
    'a sitemap inside a group',
    'User-agent: cohere-ai\nSitemap: https://example.com/s.xml\nDisallow: /private/',
    { others: all, 'cohere-ai': '++++-+' },
  ],
  [
    'names in unusual case',
    'User-agent: Meta-ExternalAgent\nUser-agent: AMZN-SEARCHBOT\nDisallow: /*.js$',
    { others: all, 'meta-externalagent': '+++++-', 'Amzn-SearchBot': '+++++-' },
  ],
  [
    'people’s requests are blocked',
    'User-agent: ChatGPT-User\nUser-agent: Claude-User\nUser-agent: Perplexity-User\nDisallow: /\n\nUser-agent: *\nDisallow: /private/',
    { others: '++++-+', 'ChatGPT-User': none, 'Claude-User': none, 'Perplexity-User': none },
  ],
  [
    'preferences block nobody',
    'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nUser-agent: Claude-SearchBot\nContent-Usage: train-ai=n\nDisallow: /shop/',
    { others: all, 'Claude-SearchBot': '+++-++' },
  ],
]

const signsOf = (robots: string) => {
  const file = fetchedPageOf({ robots }).robots
  const rules = parseRobots(file.text)
  const columns = paths.map(
    (path) =>
      readCrawlerAccess(file, rules, [], { finalUrl: `https://example.com${path}`, work: matchingWork() }).verdicts,
  )
  return (token: string) =>
    columns.map((access) => (access.find((one) => one.token === token)?.allowed ? '+' : '-')).join('')
}

it.each(table)('%s', (_, robots, { others, ...named }) => {
  const signs = signsOf(robots)
  const tokens = aiCrawlers.map(({ token }) => token)
  expect(tokens).toEqual(expect.arrayContaining(Object.keys(named)))
  expect(Object.fromEntries(tokens.map((token) => [token, signs(token)]))).toEqual(
    Object.fromEntries(tokens.map((token) => [token, named[token] ?? others])),
  )
})

it('the table has at least 40 files, 21 crawlers and 6 URLs, and names each crawler', () => {
  expect(table.length).toBeGreaterThanOrEqual(40)
  expect([aiCrawlers.length, paths.length]).toEqual([21, 6])
  const named = new Set(table.flatMap(([, , access]) => Object.keys(access)))
  expect(aiCrawlers.filter(({ token }) => !named.has(token))).toEqual([])
})
