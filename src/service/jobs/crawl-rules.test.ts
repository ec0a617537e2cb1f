import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { renderedFacts, scriptLinks } from '#testing/pages/rendered-facts.ts'
import { controlMs, processorMsOf } from '#testing/processor-time.ts'
import { openSqliteStore } from '#testing/store/databases.ts'
import { newFacts } from '#testing/store/reports.ts'
import { linksOf, matchesPattern, outlinksOf, redirectEndOf } from './crawl-rules.ts'

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
