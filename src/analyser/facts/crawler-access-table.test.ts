import { expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import { readCrawlerAccess } from './crawler-access.ts'
import { matchingWork } from './robots-rules.ts'
import { parseRobots } from './robots-txt.ts'

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
 * documentation of robots.txt where it is more exact, and Apple's of Applebot.
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
