import { describe, expect, it } from 'vitest'
import type { CrawlTrap } from '#contract/websites/crawls.ts'
import { CrawlTraps, type FoundPage, type Skipped, type SkipReason, trapLimits, trapsOf } from './crawl-traps.ts'
import { groupOf } from './url-groups.ts'

const origin = 'https://shop.example'
const range = (length: number, from = 1) => Array.from({ length }, (_, at) => at + from)

/** Returns the paths to which a page of a website leads. */
type Website = (path: string) => string[]

/** Crawls a website page by page, breadth first. `restartEvery` forgets all but what is stored, as a kill does. */
async function crawl(
  linksOf: Website,
  { restartEvery = Infinity, max_per_folder = null as number | null, maxPages = 8_000 } = {},
) {
  const pages: FoundPage[] = [{ url: `${origin}/`, depth: 0 }]
  const known = new Set([`${origin}/`])
  const skipped = new Map<string, SkipReason>()
  const restart = () => {
    const traps = new CrawlTraps({ max_per_folder })
    traps.add(pages)
    return traps
  }
  let traps = restart()
  for (const [at, { url, depth }] of pages.entries()) {
    if (at % restartEvery === restartEvery - 1) traps = restart()
    const found = linksOf(url.slice(origin.length)).map((path) => ({
      url: new URL(path, url).href,
      depth: (depth ?? 0) + 1,
    }))
    const choice = await traps.choose(found, url)
    for (const one of choice.skipped) skipped.set(one.url, one.failure)
    for (const one of choice.chosen)
      if (!known.has(one.url) && pages.length < maxPages) {
        known.add(one.url)
        pages.push(one)
      }
  }
  const found = await trapsOf([...skipped].map(([url, failure]) => ({ url, failure })))
  return { pages: pages.map(({ url }) => url.slice(origin.length)), traps: found, skipped }
}

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
const dayIn = (text: string) => Math.round((Date.parse(text) - Date.UTC(2026, 0, 1)) / 86_400_000)
const number = (path: string) => Number(/\d+/.exec(path)?.[0])

/** Each page leads to the next, and to a known article. */
const chain =
  (pathOf: (at: number) => string, last = Infinity): Website =>
  (path) => {
    if (path === '/') return [pathOf(1), '/article']
    const at = number(path)
    return Number.isNaN(at) || at >= last ? [] : [pathOf(at + 1), '/article']
  }

const filters = (names: number, values: number) =>
  range(names).flatMap((name) => range(values).map((value) => `f${name}=v${value}`))

/** A list whose filters can be combined without end. */
const facets =
  (more: (path: string) => string[] = () => []): Website =>
  (path) => {
    if (path === '/') return ['/list']
    if (!path.startsWith('/list')) return []
    const chosen = path.split('?')[1]?.split('&') ?? []
    return [
      ...filters(5, 6)
        .filter((one) => !chosen.includes(one))
        .map((one) => `/list?${[...chosen, one].toSorted().join('&')}`),
      ...more(path),
    ]
  }

const endless: [string, Website, CrawlTrap['kind'], string, number][] = [
  [
    'a calendar of days',
    (path) =>
      path === '/' ? [`/calendar/${day(0)}`] : [-1, 1].map((step) => `/calendar/${day(dayIn(path.slice(-10)) + step)}`),
    'calendar',
    '/calendar/{date}',
    400,
  ],
  [
    'a calendar with the date in a parameter',
    (path) => [`/events?view=month&date=${path === '/' ? day(0) : day(dayIn(path.slice(-10)) + 1)}`],
    'calendar',
    '/events?date={date}&view=month',
    400,
  ],
  [
    'a calendar in folders',
    (path) => {
      const [, year, month] = /(\d{4})\/(\d\d)/.exec(path) ?? []
      return month === undefined
        ? ['/kalender/2026/01/']
        : month === '12'
          ? [`/kalender/${Number(year) + 1}/01/`]
          : [`/kalender/${year}/${String(Number(month) + 1).padStart(2, '0')}/`]
    },
    'calendar',
    '/kalender/{date}/',
    400,
  ],
  [
    'a calendar that repeats an event',
    (path) => {
      const at = path === '/' ? 0 : dayIn(path.slice(-10)) + 1
      return path.startsWith('/event') ? [] : [`/calendar/${day(at)}`, `/event/yoga-${day(at)}`]
    },
    'calendar',
    '/calendar/{date}',
    900,
  ],
  ['paging', chain((at) => `/news?page=${at}`), 'paging', '/news?page={n}', 300],
  ['paging of a filtered list', chain((at) => `/news?page=${at}&topic=x`), 'paging', '/news?page={n}&topic=x', 300],
  ['paging in the path', chain((at) => `/news/page/${at}/`), 'paging', '/news/page/{n}/', 300],
  ['paging without the word for it', chain((at) => `/archiv/${at}`), 'paging', '/archiv/{n}', 300],
  ['paging by an unknown parameter', chain((at) => `/news?s=${at}`), 'paging', '/news?s={n}', 300],
  ['filters', facets(), 'facets', '/list?…&…', 300],
  [
    'filters that lead to products',
    facets((path) => (path.includes('&') ? [] : [`/p/${path.length}`])),
    'facets',
    '/list?…&…',
    300,
  ],
  [
    'filters with several values in one',
    (path) => {
      const chosen = /=(.+)/.exec(path)?.[1]?.split(',') ?? []
      return range(12)
        .filter((one) => !chosen.includes(`v${one}`))
        .map((one) => `/list?colour=${[...chosen, `v${one}`].join(',')}`)
    },
    'facets',
    '/list?…&…',
    300,
  ],
  [
    'relative links that never end',
    (path) =>
      path === '/' ? ['/a/'] : [`${path}b/`, `${path}a/`].map((one) => (path.endsWith('/a/') ? `${path}b/` : one)),
    'path',
    '/…/a/…/a/…',
    30,
  ],
  [
    'a session ID in each link',
    (path) => range(40).map((at) => `/page/n${at}?sid=a${path.length}${'7'.repeat(at + 3)}${path.slice(-4)}`),
    'session',
    '…?sid={id}',
    60,
  ],
  [
    'a session ID in the path of each link',
    (path) =>
      range(40).map((at) => `/shop/n${at};jsessionid=A${at}00${path.length}${path.slice(-6).replaceAll(/\W/g, '')}`),
    'session',
    '…;jsessionid={id}',
    60,
  ],
]

describe('a crawl ends, and names the pattern, of', () => {
  it.each(endless)('%s', async (_, website, kind, pattern, most) => {
    const { pages, traps } = await crawl(website)
    expect(pages.length).toBeLessThanOrEqual(most + 60)
    expect(traps).toContainEqual({ kind, pattern, example: expect.stringContaining(origin), urls: expect.any(Number) })
  })

  it.each(endless)('%s, even if it is killed again and again', async (_, website, kind, __, most) => {
    const { pages, traps } = await crawl(website, { restartEvery: 20 })
    expect(pages.length).toBeLessThanOrEqual(most + 60)
    expect(traps.map((trap) => trap.kind)).toContain(kind)
  })
})

const products =
  (pathOf: (at: number) => string): Website =>
  (path) =>
    path === '/'
      ? range(50).map((at) => `/list/page/${at}`)
      : path.startsWith('/list')
        ? range(100, number(path) * 100).map(pathOf)
        : ['/']

const wholeWebsites: [string, Website, number][] = [
  ['a shop with 5,000 products in one folder', products((at) => `/shop/product-${at}`), 5_051],
  ['a shop whose products are numbers', products((at) => `/p/${at}`), 5_051],
  ['a shop whose products are a parameter', products((at) => `/product?id=${at}`), 5_051],
  [
    'a forum of 3,000 topics with two parameters',
    (path) =>
      path === '/'
        ? range(60).map((at) => `/forum?f=${at}`)
        : path.startsWith('/forum')
          ? range(50, number(path) * 50).map((at) => `/topic?f=${number(path)}&t=${at}`)
          : ['/'],
    3_061,
  ],
  ['an archive of 200 pages with known articles', chain((at) => `/archiv?seite=${at}`, 200), 202],
  ['an archive of 200 pages without the word for it', chain((at) => `/archiv/${at}`, 200), 202],
  [
    'an archive of 1,000 pages with new articles',
    (path) => [
      ...chain((at) => `/archiv?page=${at}`, 1_000)(path),
      ...(path === '/' ? [] : [`/article-${path.slice(-6)}`].filter(() => path.startsWith('/archiv?'))),
    ],
    2_002,
  ],
  [
    'a calendar of one year',
    (path) =>
      path === '/'
        ? range(12).map((at) => `/calendar/2026-${String(at).padStart(2, '0')}`)
        : range(366).map((at) => `/calendar/${day(at - 1)}`),
    379,
  ],
  [
    'a blog of 3,000 dated posts',
    (path) => (path === '/' ? range(3_000).map((at) => `/${day(at).replaceAll('-', '/')}/post-${at}`) : ['/']),
    3_001,
  ],
  [
    'a list with 8 filters chosen alone',
    (path) => ['/list', ...(path.startsWith('/list') ? filters(8, 40).map((one) => `/list?${one}`) : [])],
    322,
  ],
  [
    'a list with 8 filters, sorted',
    (path) => ['/list', ...(path.startsWith('/list') ? filters(8, 20).map((one) => `/list?${one}&sort=price`) : [])],
    162,
  ],
  [
    'accounts named as their folder',
    (path) => (path === '/' ? range(50).map((at) => `/team${at}/team${at}`) : ['/']),
    51,
  ],
  [
    'categories with an ID that has the name of a session ID',
    (path) => (path === '/' ? range(300).map((at) => `/list?sid=${at}`) : ['/']),
    301,
  ],
]

describe('a crawl reads all of', () => {
  it.each(wholeWebsites)('%s', async (_, website, expected) => {
    const { pages, traps } = await crawl(website)
    expect(traps).toEqual([])
    expect(pages).toHaveLength(expected)
  })

  it('an archive with new articles, even if it is killed again and again', async () => {
    const [, website, expected] = wholeWebsites.find(([name]) => name.includes('1,000'))!
    expect((await crawl(website, { restartEvery: 50 })).pages).toHaveLength(expected)
  })
})

it('reads at most so many pages directly in one folder', async () => {
  const { pages, skipped } = await crawl(
    (path) => (path === '/' ? [...range(10).map((at) => `/blog/${at}`), '/blog/x/y', '/blog/'] : []),
    {
      max_per_folder: 3,
    },
  )
  expect(pages).toEqual(['/', '/blog/1', '/blog/2', '/blog/3', '/blog/x/y', '/blog/'])
  expect(new Set(skipped.values())).toEqual(new Set(['folder_limit']))
})

it('reads what a sitemap lists, up to the pages of a folder', async () => {
  const listed = range(1_000).map((at) => ({ url: `${origin}/news?page=${at}`, depth: null }))
  expect((await new CrawlTraps({ max_per_folder: null }).choose(listed, null)).skipped).toEqual([])
  expect((await new CrawlTraps({ max_per_folder: 600 }).choose(listed, null)).skipped).toHaveLength(400)
})

it.each([
  ['/a/b/a/b/', 'path', '/…/a/…/a/…'],
  ['/calendar?year=2026&month=4', 'calendar', '/calendar?month={date}&year={date}'],
  ['/termine/26.11.2026', 'calendar', '/termine/{date}'],
  ['/week/2026-W48', 'calendar', '/week/{date}'],
  ['/list?page[number]=3', 'paging', '/list?page[number]={n}'],
  ['/list/seite-3.html', 'paging', '/list/seite-{n}.html'],
  ['/list?utm_source=a&sid=1&colour=red', null, null],
  ['/2026/', 'paging', '/{n}/'],
  ['/a/a/b', null, null],
  ['/about', null, null],
])('finds the pattern of %s', (path, kind, pattern) => {
  const group = groupOf(new URL(path, origin))
  expect([group?.kind ?? null, group?.pattern ?? null]).toEqual([kind, pattern])
})

it('lists the largest traps first, with their numbers and an example', async () => {
  const skipped: Pick<Skipped, 'url' | 'failure'>[] = [
    { url: `${origin}/news?page=301`, failure: 'paging' },
    { url: `${origin}/cal/2031-01-01`, failure: 'calendar' },
    { url: `${origin}/cal/2031-01-02`, failure: 'calendar' },
    { url: `${origin}/blog/9`, failure: 'folder_limit' },
  ]
  expect(await trapsOf(skipped)).toEqual([
    { kind: 'calendar', pattern: '/cal/{date}', example: `${origin}/cal/2031-01-01`, urls: 2 },
    { kind: 'paging', pattern: '/news?page={n}', example: `${origin}/news?page=301`, urls: 1 },
  ])
  expect(trapLimits.calendar.free).toBeGreaterThan(366)
})
