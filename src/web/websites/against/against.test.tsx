// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { addCrawl } from '#testing/store/crawls.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { emptyListWords } from '#web/list/words.ts'
import { compareWords } from '#web/reports/compare/words.ts'
import { crawlUrlWords, crawlWords } from '../crawls/words.ts'
import { addWebsiteWords, firstPagesWords } from '../new-website/words.ts'
import { websiteWords } from '../words.ts'
import { baseOf } from './queries.ts'
import { againstWords as words } from './words.ts'

const [here, there] = ['staging.shop.example', 'shop.example']

/** Website 1 is the staging website of website 2. */
async function staging() {
  const service = await sqliteService()
  const add = (domain: string, path: string, { title = 'A page', score = 80, issues = [] as string[] } = {}) => {
    const report = newReport({ url: `https://${domain}${path}`, domain, score })
    const { state } = report
    const listed = issues.map((check) => ({ check, outcome: 'fail' as const, points: 50, counted: true, causes: [] }))
    const columns = { ...state.columns, title, title_length: title.length }
    return createReport(service.store.db, { ...report, state: { ...state, columns, issues: listed } })
  }
  await add(here, '/', { title: 'Draft', score: 60, issues: ['title-present', 'certificate'] })
  await add(there, '/', { title: 'Shop', issues: ['h1-present'] })
  await add(here, '/new')
  await add(there, '/gone')
  await add(here, '/same')
  await add(there, '/same')
  return service
}

const table = (name: string) => screen.findByRole('table', { name })
const cellsOf = (row: Element) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.trim())
const bodyRows = (of: HTMLElement) => [...of.querySelectorAll('tbody tr')].map(cellsOf)
const follow = async (name: string | RegExp) => {
  const link = await screen.findByRole('link', { name })
  await act(async () => link.click())
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

it('two websites show what differs per path, with links to the reports and their comparison', async () => {
  await openDashboard(await staging(), '/websites/1/against/2')
  expect(await screen.findByRole('heading', { level: 1, name: words.title(here, there) })).toBeTruthy()
  const changed = await table(words.kind.changed)
  const [[path, differences, issues, score]] = bodyRows(changed) as [string[]]
  expect(path).toBe(`/${words.reportHere}${words.reportThere}`)
  expect(differences!.replaceAll(/\s+/g, ' ')).toBe(`TitleShop →, ${words.becomes} Draft`)
  expect(issues).toContain(`${words.newIssue}: Title tag`)
  expect(issues).toContain(`${words.fixedIssue}: H1`)
  expect(score).toContain('80 →')
  const links = within(changed)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/reports/1?compare=2', '/reports/1', '/reports/2'])
  const settings = await table(words.settings)
  expect(bodyRows(settings)[0]!.slice(1)).toEqual([here, '1'])
})

it('the numbers of each kind lead to their lists, by the URL', async () => {
  const { path } = await openDashboard(await staging(), '/websites/1/against/2')
  await follow(`${words.kind.missing} 1`)
  expect(bodyRows(await table(words.kind.missing)).map(([text]) => text)).toEqual(['/gone'])
  expect(path()).toBe('/websites/1/against/2?kind=missing')
  await follow(words.swap)
  await waitFor(() => expect(path()).toBe('/websites/2/against/1'))
  await follow(`${words.kind.new} 1`)
  expect(bodyRows(await table(words.kind.new)).map(([text]) => text)).toEqual(['/gone'])
})

it('a page that robots.txt closes on one website is not checked there, and not missing', async () => {
  const service = await staging()
  const closed = { report_id: null, status: null, kind: 'blocked', failure: 'robots' } as const
  const robots = { robots_line: 3, robots_rule: 'Disallow: /gone' }
  await addCrawl(service.store.db, 1, { urls: { [`https://${here}/gone`]: { ...closed, ...robots } } })
  await openDashboard(service, '/websites/1/against/2')
  expect(await screen.findByRole('link', { name: `${words.kind.missing} 0` })).toBeTruthy()
  await follow(`${words.kind.unread} 1`)
  const [[path, reason, where]] = bodyRows(await table(words.kind.unread)) as [string[]]
  expect([path, reason, where]).toEqual(['/gone', crawlUrlWords.isBlocked(3), words.here])
})

it('a filter is named, and can be removed', async () => {
  const { path } = await openDashboard(await staging(), '/websites/1/against/2?folder=/blog/&check=lang')
  const chip = await screen.findAllByRole('button', { name: emptyListWords.drop(words.filter.folder('/blog/')) })
  fireEvent.click(chip[0]!)
  await waitFor(() => expect(path()).toBe('/websites/1/against/2?check=lang'))
})

it('a single path is shown whatever its kind is', async () => {
  await openDashboard(await staging(), '/websites/1/against/2?path=/same')
  expect(bodyRows(await table(words.kind.same))).toHaveLength(1)
})

it('says what was compared if no path is the same, and offers to crawl both', async () => {
  const service = await sqliteService()
  await createReport(service.store.db, newReport({ url: `https://${here}/a`, domain: here }))
  await createReport(service.store.db, newReport({ url: `https://${there}/b`, domain: there }))
  await openDashboard(service, '/websites/1/against/2')
  expect(await screen.findByText(words.nothingInCommonText(1, 1))).toBeTruthy()
  for (const domain of [here, there]) expect(screen.getByRole('button', { name: words.crawl(domain) })).toBeTruthy()
})

it('the other website is chosen among related ones, from the menu of a website', async () => {
  const { path } = await openDashboard(await staging(), '/websites/1')
  await press(websiteWords.more)
  fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.against }))
  await waitFor(() => expect(path()).toBe('/websites/1/against'))
  await press(`${words.chooseButton} ${there}`)
  await waitFor(() => expect(path()).toBe('/websites/1/against/2'))
})

it('from a report, the comparison of both reports of its path opens, named by their hosts', async () => {
  const { path } = await openDashboard(await staging(), '/websites/1/against?path=/')
  await press(`${words.chooseButton} ${there}`)
  await waitFor(() => expect(path()).toBe('/reports/1?compare=2'))
  expect(await screen.findByRole('heading', { name: compareWords.against(there) })).toBeTruthy()
  expect(screen.getByRole('heading', { name: there })).toBeTruthy()
})

it('the filters of the list of pages, and a crawl, go with the choice', async () => {
  const service = await staging()
  await addCrawl(service.store.db, 1, { urls: { [`https://${here}/new`]: {} } })
  const { path, goTo } = await openDashboard(service, '/websites/1?tab=pages&words=5-&sort_by=words&page=2')
  await press(websiteWords.more)
  fireEvent.click(await screen.findByRole('menuitem', { name: websiteWords.against }))
  await press(`${words.chooseButton} ${there}`)
  await waitFor(() => expect(path()).toBe('/websites/1/against/2?words=5-'))
  await goTo('/websites/1/crawls/1')
  await follow(crawlWords.compareWithWebsite)
  await press(`${words.chooseButton} ${there}`)
  await waitFor(() => expect(path()).toBe('/websites/1/against/2?crawl=1'))
})

it('a path that the other website lacks opens in the list', async () => {
  const { path } = await openDashboard(await staging(), '/websites/1/against?path=/new')
  await press(`${words.chooseButton} ${there}`)
  await waitFor(() => expect(path()).toBe('/websites/1/against/2?path=%2Fnew'))
  expect(bodyRows(await table(words.kind.new)).map(([text]) => text)).toEqual(['/new'])
})

it('the crawls of the URL limit both websites', async () => {
  const service = await staging()
  await addCrawl(service.store.db, 1, { urls: { [`https://${here}/new`]: {} } })
  await openDashboard(service, '/websites/1/against/2?crawl=1&kind=missing')
  await waitFor(async () => expect(bodyRows(await table(words.kind.missing))).toHaveLength(3))
  expect(screen.getByRole('button', { name: emptyListWords.drop(words.filter.crawl) })).toBeTruthy()
})

it('a website against itself, or without the other one, says so', async () => {
  const { goTo } = await openDashboard(await staging(), '/websites/1/against/1')
  expect(await screen.findByText(words.itself)).toBeTruthy()
  await goTo('/websites/1/against/99')
  expect(await screen.findByText(words.missing)).toBeTruthy()
})

it('a website is added by its domain, and its page offers what to do next', async () => {
  const { path, requests } = await openDashboard(await staging(), '/websites')
  await press(addWebsiteWords.title)
  const dialog = within(await screen.findByRole('dialog', { name: addWebsiteWords.title }))
  const field = await dialog.findByLabelText('Domain')
  const submit = dialog.getByRole('button', { name: addWebsiteWords.submit })
  fireEvent.input(field, { target: { value: 'localhost' } })
  fireEvent.click(submit)
  expect(await dialog.findByText(/Enter a public domain/)).toBeTruthy()
  fireEvent.input(field, { target: { value: 'www.new.example/page' } })
  fireEvent.click(submit)
  await waitFor(() => expect(path()).toBe('/websites/3'))
  expect(requests).toContain('POST /domains')
  expect(await screen.findByRole('heading', { name: firstPagesWords.title })).toBeTruthy()
  for (const name of [websiteWords.crawl, firstPagesWords.sitemap, websiteWords.analyse(0)])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.getByRole('link', { name: firstPagesWords.identity }).getAttribute('href')).toBe('/websites/3/identity')
})

it('a read-only key can’t add a website', async () => {
  const service = await staging()
  await openDashboard({ ...service, key: service.readKey }, '/websites')
  await screen.findByRole('link', { name: here })
  expect(screen.queryByRole('button', { name: addWebsiteWords.title })).toBeNull()
})

it('guesses the part that related domains share', () => {
  expect(['staging.shop.example', 'shop.example', 'shop.co.uk', 'www.shop.co.uk', '10.0.0.1'].map(baseOf)).toEqual([
    'shop.example',
    'shop.example',
    'shop.co.uk',
    'shop.co.uk',
    '10.0.0.1',
  ])
})
