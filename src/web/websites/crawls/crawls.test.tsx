// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { labelOf } from '#contract/forms/form.ts'
import { CrawlDraft } from '#contract/forms/job-form.ts'
import type { CrawlChanges } from '#contract/websites/crawls.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { addWords } from '#web/jobs/words.ts'
import { exportWords } from '#web/list/words.ts'
import { websiteTabsWords, websiteWords } from '../words.ts'
import { comparisonWords, crawlListWords, crawlUrlWords, crawlWords as words, failureText } from './words.ts'

const origin = 'https://shop.example'
const notRead = { status: null, report_id: null, score: null, result: null, indexability: null, indexing_code: null }
const states = { indexable: 2, unclear: 0, redirect: 1, other_url: 0, unlikely: 0, blocked: 1 }

const unchanged: CrawlChanges = {
  previous_id: 1,
  new: 0,
  gone: 0,
  newly_indexable: 0,
  no_longer_indexable: 0,
  new_issues: 0,
  fixed_issues: 0,
  broken_links: 0,
  repaired_links: 0,
  robots_changed: false,
  sitemap_changed: false,
}

/** A shop with two crawls. Between them a page and a broken link were added, and a page lost its noindex. */
async function shop() {
  const service = await sqliteService()
  const { db } = service.store
  await createReport(db, newReport({ url: `${origin}/`, domain: 'shop.example' }))
  await addCrawl(db, 1, {
    crawl: { figures: newFigures({ urls: 3, states, lists: { broken: 0 } }) },
    urls: { '/': {}, '/lamp': { indexability: 'blocked', indexing_code: 'noindex' }, '/old': {} },
  })
  await addCrawl(db, 2, {
    crawl: {
      schedule_id: 4,
      started_at: '2026-05-02T12:00:00.000Z',
      finished_at: '2026-05-02T12:00:30.000Z',
      changes: JSON.stringify({ ...unchanged, previous_id: 1, new: 2, broken_links: 1, new_issues: 1 }),
      figures: newFigures({
        urls: 5,
        states,
        unread: 1,
        average_score: 81.4,
        lists: { broken: 1, unreachable: 1, blocked: 1, unread: 1, sitemap_faults: 1 },
        gaps: { unlisted: ['sitemaps'], sitemap_faults: ['sitemaps'] },
        links: { internal: 745, external: 12, nofollow: 54, parameters: 7, scripts: 0, blocked: 1 },
        traps: [{ kind: 'calendar', pattern: '/dates?month=*', example: `${origin}/dates?month=2031-01`, urls: 120 }],
        problems: ['/loop couldn’t be read.'],
      }),
    },
    urls: {
      '/': {},
      '/lamp': {},
      '/old': {},
      '/gone': { status: 404, indexability: 'blocked', indexing_code: 'status', inlinks: 2 },
      '/en/': { orphan: 'unreachable', depth: null, inlinks: 9 },
      '/loop': { ...notRead, status: 301, failure: 'redirect_loop', inlinks: 1, in_sitemap: 0 },
      '/plan': { ...notRead, kind: 'blocked', robots_line: 2, robots_rule: 'Disallow: /plan', inlinks: 1 },
    },
    links: { '/gone': ['/', '/lamp'] },
  })
  return service
}

async function follow(name: string | RegExp) {
  const link = await screen.findByRole('link', { name })
  await act(async () => link.click())
}

const table = (name: string) => screen.findByRole('table', { name })
const cellsOf = (row: Element) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.trim())
const bodyRows = (of: HTMLElement) => [...of.querySelectorAll('tbody tr')].map(cellsOf)

it('the crawls of a website are a tab, newest first, with the change to the one before, which the header has, too', async () => {
  const { path } = await openDashboard(await shop(), '/websites/1?tab=issues')
  await follow(websiteTabsWords.tab.crawls)
  const [newest, first] = bodyRows(await table(words.caption))
  expect(path()).toBe('/websites/1?tab=crawls')
  expect(newest!.slice(1, 3)).toEqual([words.schedule, '5'])
  expect(newest!.slice(4)).toEqual([words.indexableOf(2, 5), '1', '2 new, 1 new broken link, 1 new issue'])
  expect([first![1], first![3], first!.at(-1)]).toEqual([words.manual, '–', words.firstCrawl])
  const summary = within(screen.getByRole('region', { name: websiteWords.summary }))
  summary.getByText('1 new broken link, 1 new issue since 1 May', { exact: false })
  const link = summary.getByRole('link', { name: websiteWords.compare })
  const ofCrawl = screen.getByRole('link', { name: '2 new, 1 new broken link, 1 new issue' })
  expect(ofCrawl.getAttribute('href')).toBe('/websites/1/crawls/2?compare=1')
  fireEvent.click(link)
  await waitFor(() => expect(path()).toBe('/websites/1/crawls/2?compare=1'))
})

it('a website without crawls offers one, from its first page', async () => {
  const service = await sqliteService()
  await createReport(service.store.db, newReport({ url: `${origin}/`, domain: 'shop.example' }))
  await openDashboard(service, '/websites/1?tab=crawls')
  expect(await screen.findByText(words.none)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: words.start }))
  const dialog = within(await screen.findByRole('dialog', { name: addWords.title }))
  const start = await dialog.findByLabelText<HTMLInputElement>(labelOf(CrawlDraft, 'crawl'))
  expect(start.value).toBe('https://shop.example/')
})

it('a crawl shows its figures, and names what it could not read without hiding anything', async () => {
  await openDashboard(await shop(), '/websites/1/crawls/2')
  expect(await screen.findByText('/loop couldn’t be read.')).toBeTruthy()
  const summary = screen.getByRole('region', { name: words.summary })
  for (const text of ['745 internal', '54 nofollow', words.unread(1)]) expect(summary.textContent).toContain(text)
  const [[target, status, inlinks, sources]] = bodyRows(await table(crawlListWords.broken.name)) as [string[]]
  expect([target, status, inlinks]).toEqual(['/gone', '404', '2'])
  expect(sources).toContain('/lamp “from /lamp”')
  const lists = within(screen.getByRole('navigation', { name: crawlUrlWords.lists }))
  expect(lists.getByRole('link', { name: `${crawlListWords.unreachable.name} 1` })).toBeTruthy()
  expect(bodyRows(await table(words.traps))[0]!.slice(0, 3)).toEqual(['/dates?month=*', words.trap.calendar, '120'])
  expect(document.title).toContain('Crawl of 2 May 2026')
})

it.each([
  ['unreachable', ['/en/', 'Not reachable from the start page, 9 inlinks']],
  ['unread', ['/loop', failureText('redirect_loop'), '1', crawlUrlWords.notListed]],
  ['blocked', ['/plan', 'Disallow: /plan Line 2', '1', crawlUrlWords.listed]],
  ['sitemap_faults', ['/gone', 'Returns status 404', '2']],
] as const)('the list %s is chosen in the URL and says its reason', async (list, expected) => {
  const { path } = await openDashboard(await shop(), '/websites/1/crawls/2')
  await follow(new RegExp(`^${crawlListWords[list].name}`))
  const shown = await table(crawlListWords[list].name)
  await waitFor(() => expect(bodyRows(shown)[0]!.slice(0, expected.length)).toEqual(expected))
  expect(path()).toBe(`/websites/1/crawls/2?list=${list}`)
})

it('links that weren’t checked are a line for each host, which opens them', async () => {
  const service = await shop()
  const unchecked = { ...notRead, kind: 'external', failure: 'timeout', inlinks: 1 } as const
  const urls = ['https://partner.example/a', 'https://partner.example/b', 'https://other.example/']
  await addCrawl(service.store.db, 3, {
    crawl: { figures: newFigures({ urls: 1, states, lists: { unchecked: 3 } }) },
    urls: { '/': {}, ...Object.fromEntries(urls.map((url) => [url, unchecked])) },
  })
  const { path } = await openDashboard(service, '/websites/1/crawls/3?list=unchecked')
  const { name } = crawlListWords.unchecked
  expect(bodyRows(await table(name))).toEqual([
    ['partner.example', failureText('timeout'), '2', '2'],
    ['other.example', failureText('timeout'), '1', '1'],
  ])
  await follow('partner.example')
  expect(path()).toBe('/websites/1/crawls/3?list=unchecked&host=partner.example')
  await screen.findByRole('heading', { name: crawlUrlWords.ofHost(name, 'partner.example') })
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2))
  expect(bodyRows(await table(name)).map(([url]) => url)).toEqual(urls.slice(0, 2))
  await follow(crawlUrlWords.allHosts)
  await waitFor(() => expect(path()).toBe('/websites/1/crawls/3?list=unchecked'))
})

it('a list that isn’t complete never has 0 URLs, and says why', async () => {
  await openDashboard(await shop(), '/websites/1/crawls/2?list=unlisted')
  expect(await screen.findByText('Not known, none found so far: a sitemap couldn’t be read.')).toBeTruthy()
  await follow(`${crawlListWords.sitemap_faults.name} 1+`)
  expect(await screen.findByText('There can be more: a sitemap couldn’t be read.')).toBeTruthy()
})

it('a crawl that renders says how many pages were, and which are linked or redirected only by scripts', async () => {
  const service = await shop()
  const links = { internal: 9, external: 0, nofollow: 0, parameters: 0, scripts: 4, blocked: 0 }
  const redirect = { redirects_to: `${origin}/`, redirect_statuses: 'script', indexability: 'redirect' } as const
  await addCrawl(service.store.db, 3, {
    crawl: { figures: newFigures({ urls: 3, rendered: 2, states, lists: { by_script: 1, redirecting: 1 }, links }) },
    urls: { '/': {}, '/shelf': { by_script: 1, depth: 2, inlinks: 1 }, '/app': { ...redirect, inlinks: 1 } },
  })
  await openDashboard(service, '/websites/1/crawls/3?list=by_script')
  const shown = await table(crawlListWords.by_script.name)
  expect(bodyRows(shown)).toEqual([['/shelf', '2', '1', crawlUrlWords.listed, '', expect.any(String)]])
  const summary = screen.getByRole('region', { name: words.summary })
  expect(summary.textContent).toContain(words.rendered(2))
  expect(summary.textContent).toContain(words.linkCounts.scripts(4))
  await follow(new RegExp(`^${crawlListWords.redirecting.name}`))
  const redirecting = await table(crawlListWords.redirecting.name)
  await waitFor(() => expect(bodyRows(redirecting)).toEqual([['/app', crawlUrlWords.scriptRedirect, '/', '1']]))
  await follow(new RegExp(`^${crawlListWords.sitemap_faults.name}`))
  const faults = await table(crawlListWords.sitemap_faults.name)
  await waitFor(() => expect(bodyRows(faults)).toEqual([['/app', crawlUrlWords.redirects('/', 'script'), '1']]))
})

it('an empty list says so, and a wrong one is repaired', async () => {
  const { path } = await openDashboard(await shop(), '/websites/1/crawls/2?list=nonsense')
  expect(await screen.findByText(/“list=nonsense” isn’t valid/)).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/websites/1/crawls/2'))
  await follow(`${crawlListWords.deep.name} 0`)
  expect(await screen.findByText(crawlListWords.deep.none)).toBeTruthy()
})

it('two crawls compare: what is new, gone, newly indexable and broken', async () => {
  const { path, goTo, requests } = await openDashboard(await shop(), '/websites/1/crawls/2?compare=1')
  const { sections } = comparisonWords
  expect(bodyRows(await table(sections.newly_indexable))).toEqual([
    ['/lamp', 'NoindexGoogle can’t index this page: noindex', 'Indexable'],
  ])
  expect(bodyRows(await table(sections.new)).map(([url]) => url)).toEqual(['/en/', '/gone', '/loop'])
  expect(bodyRows(await table(sections.broken))[0]!.slice(0, 3)).toEqual(['/gone', '404', '2'])
  expect(screen.queryByRole('table', { name: sections.gone })).toBeNull()
  const before = await screen.findByLabelText<HTMLSelectElement>(comparisonWords.compareWith)
  expect([before.value, [...before.options].map(({ value }) => value)]).toEqual(['1', ['1']])
  expect(path()).toBe('/websites/1/crawls/2?compare=1')
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file')
  const fresh = within(screen.getByRole('region', { name: sections.new }))
  fireEvent.click(fresh.getByRole('button', { name: exportWords.csv }))
  await waitFor(() => expect(requests).toContain('GET /websites/1/crawls/2/compare/1/urls.csv?change=new'))
  const broken = within(screen.getByRole('region', { name: sections.broken }))
  fireEvent.click(broken.getByRole('button', { name: exportWords.csv }))
  await waitFor(() => expect(requests).toContain('GET /websites/1/crawls/2/compare/1/links.csv?change=broken'))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
  await goTo('/websites/1/crawls/2?compare=9')
  expect(await screen.findByText(comparisonWords.missing)).toBeTruthy()
})

it('an issue that is partly fixed shows how many places it had on a page, and has now', async () => {
  const service = await shop()
  const hreflang = (places: number) => ({ issues: JSON.stringify({ hreflang: ['warn', places] }) })
  await addCrawl(service.store.db, 3, { urls: { '/': hreflang(2), '/lamp': hreflang(1) } })
  await addCrawl(service.store.db, 4, { urls: { '/': hreflang(1), '/lamp': hreflang(12) } })
  await openDashboard(service, '/websites/1/crawls/4?compare=3')
  const { sections } = comparisonWords
  expect(bodyRows(await table(sections.partly_fixed_issues))).toEqual([
    ['Hreflang tags have errors', '1', '/ 2 → 1 place'],
  ])
  expect(bodyRows(await table(sections.worse_issues))).toEqual([
    ['Hreflang tags have errors', '1', '/lamp 1 → 12 places'],
  ])
})

it('the lines of robots.txt that changed are shown with their user agents', async () => {
  const service = await shop()
  const crawlOf = (robots_hash: string, robots_txt: string) => ({
    urls: { '/': {} },
    crawl: { figures: newFigures({ robots_hash }), robots_txt },
  })
  await addCrawl(service.store.db, 3, crawlOf('a', 'User-agent: *\nDisallow: /cart'))
  await addCrawl(service.store.db, 4, crawlOf('b', 'User-agent: *\nDisallow: /en/'))
  await openDashboard(service, '/websites/1/crawls/4?compare=3')
  const { robots, robotsLines } = comparisonWords
  expect(bodyRows(await table(robotsLines))).toEqual([
    ['Disallow: /cart', robots.removed, '*'],
    ['Disallow: /en/', robots.added, '*'],
  ])
})

it('says if nothing changed', async () => {
  const service = await shop()
  await addCrawl(service.store.db, 3, {
    crawl: { figures: newFigures({ urls: 3, states }) },
    urls: { '/': {}, '/lamp': { indexability: 'blocked', indexing_code: 'noindex' }, '/old': {} },
  })
  await openDashboard(service, '/websites/1/crawls/3?compare=1')
  expect(await screen.findByText(comparisonWords.nothing)).toBeTruthy()
})

it('a crawl that is gone says so, and leads to the others', async () => {
  await openDashboard(await shop(), '/websites/1/crawls/99')
  expect(await screen.findByRole('heading', { name: words.missing })).toBeTruthy()
  expect(screen.getByRole('link', { name: words.toCrawls }).getAttribute('href')).toBe('/websites/1?tab=crawls')
})

it('visitors see neither the tab nor a crawl', async () => {
  const service = await shop()
  await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
  const { goTo, requests } = await openDashboard({ ...service, key: '' }, '/websites/1?tab=issues')
  await screen.findByRole('link', { name: websiteTabsWords.tab.issues })
  expect(screen.queryByRole('link', { name: websiteTabsWords.tab.crawls })).toBeNull()
  await goTo('/websites/1/crawls/2')
  await waitFor(() => expect(document.title).toContain('Sign in'))
  expect(requests.filter((request) => request.includes('/crawls'))).toEqual([])
})
