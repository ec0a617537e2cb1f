import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { renderedFacts, scriptLinks } from '#testing/pages/rendered-facts.ts'
import { controlMs, processorMsOf } from '#testing/processor-time.ts'
import { openSqliteStore } from '#testing/store/databases.ts'
import { newFacts } from '#testing/store/reports.ts'
import { linksOf, matchesPattern, outlinksOf, redirectEndOf, refreshEndsOf } from './crawl-rules.ts'

const origin = 'https://a.example'
const rules = { start: new URL(origin), limits: defaultCrawlLimits }

/** Returns the facts of a page with links, some of which scripts add. */
function factsWith(links: string[], beyond = renderedFacts()) {
  const items = links.map((path) => ({
    url: origin + path,
    internal: true,
    text: '',
    rel: null,
    noscript: false,
    at: 1,
  }))
  const none = { items: [], total: 0 }
  return {
    ...newFacts(`${origin}/`),
    links: { items, total: items.length, followable: items.length, broken: none },
    beyond,
  }
}

it('links to a target are of scripts if all of them are', async () => {
  const added = scriptLinks(`${origin}/only`, `${origin}/only#part`, `${origin}/both#part`)
  const facts = factsWith(
    ['/html', '/only#part', '/only', '/both#part', '/both'],
    renderedFacts({ scriptLinks: added }),
  )
  const { db } = await openSqliteStore()
  const found = new Map((await outlinksOf(db, facts, rules)).map(({ target, isByScript }) => [target, isByScript]))
  const isByScript = (path: string) => found.get(linkTarget(db, origin + path))
  expect(['/html', '/only', '/both'].map(isByScript)).toEqual([false, true, false])
})

it('a page that scripts redirect leads to their target alone', async () => {
  const { db } = await openSqliteStore()
  const app = renderedFacts({ redirectedTo: `${origin}/app/` })
  expect(redirectEndOf(factsWith(['/a'], app))).toBe(`${origin}/app/`)
  expect([linksOf(factsWith(['/a'], app)), await outlinksOf(db, factsWith(['/a'], app), rules)]).toEqual([[], []])
  for (const redirectedTo of [null, `${origin}/#/start`])
    expect(linksOf(factsWith(['/a'], renderedFacts({ redirectedTo })))).toEqual([`${origin}/a`])
})

/** Returns the facts of a page with refreshes. */
function factsRefreshing(
  { metas = [] as string[], header = null as string | null, noscript = [] as string[] },
  links: string[] = [],
) {
  const facts = factsWith(links)
  const meta = (content: string) => ({ name: null, property: null, httpEquiv: 'refresh', content, inHead: true, at: 1 })
  return {
    ...facts,
    metadata: {
      ...facts.metadata,
      metas: { items: metas.map(meta), total: metas.length },
      noscriptRefreshes: noscript,
    },
    response: { ...facts.response, headers: header === null ? [] : [['refresh', header] as [string, string]] },
  }
}

it.each([
  ['a meta element, also relative', { metas: ['0; url=/home'] }, ['/home']],
  ['a later one', { metas: ["5;URL='/later'"] }, ['/later']],
  ['a header', { header: '0;url=/home' }, ['/home']],
  ['several, the first to run first', { metas: ['9; url=/late'], header: '0; url=/early' }, ['/early', '/late']],
  ['noscript, if nothing else leads on', { noscript: ['0; url=/basic'] }, ['/basic']],
  ['noscript, but not beside another', { noscript: ['0; url=/basic'], metas: ['0; url=/home'] }, ['/home']],
  [
    'none that reloads the page, opens an app or runs a script',
    { metas: ['30', '0; url=/', '0; url=app:x', '0; url=javascript:x'] },
    [],
  ],
])('a page leads to the target of a refresh: %s', async (_, refreshes, expected) => {
  const facts = factsRefreshing(refreshes)
  expect(refreshEndsOf(facts)).toEqual(expected.map((path) => origin + path))
  const { db } = await openSqliteStore()
  const ends = (await outlinksOf(db, facts, rules)).filter(({ isRefresh, isFollowed }) => isRefresh && isFollowed)
  expect(ends.map(({ target }) => target)).toEqual(expected.map((path) => linkTarget(db, origin + path)))
})

it('a refresh within noscript leads nowhere beside a link, and one beside a link to its target is that link', async () => {
  expect(refreshEndsOf(factsRefreshing({ noscript: ['0; url=/basic'] }, ['/a']))).toEqual([])
  const { db } = await openSqliteStore()
  const links = await outlinksOf(db, factsRefreshing({ metas: ['5; url=/a'] }, ['/a']), rules)
  expect(links).toMatchObject([{ isRefresh: false, isFollowed: true }])
})

it.each([
  ['/blog/*', 'https://a.example/blog/one?page=2', true],
  ['/blog/*', 'https://a.example/shop/blog/one', false],
  ['*/blog/*', 'https://a.example/shop/blog/one', true],
  ['/blog', 'https://a.example/blog', true],
  ['/blog', 'https://a.example/blog/', false],
  ['*.html', 'https://a.example/x.html', true],
  ['*.html', 'https://a.example/x.html?a', false],
  ['*?sort=*', 'https://a.example/shop?sort=price', true],
  ['/a*a', 'https://a.example/a', false],
  ['/a*a', 'https://a.example/aba', true],
  ['https://a.example/*', 'https://b.example/', false],
])('the pattern %s and %s: %s', (pattern, url, expected) => {
  expect(matchesPattern(pattern, new URL(url))).toBe(expected)
})

it('a pattern of many stars takes no longer than others', () => {
  const pattern = `/${'a*'.repeat(249)}b`
  const url = new URL(`https://a.example/${'a'.repeat(2_000)}`)
  const ms = processorMsOf(() => expect(matchesPattern(pattern, url)).toBe(false))
  expect(ms).toBeLessThan(controlMs())
})
