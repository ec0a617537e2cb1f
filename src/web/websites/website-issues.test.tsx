// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { pageIssues } from '#analyser/page-state.ts'
import { rankLabels } from '#contract/reports/analysis.ts'
import { replaceIssues } from '#service/store/pages/page-issues.ts'
import { storeUnreadPages } from '#service/store/pages/page-states.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { figures, lastDay, storeDaysOfClicks } from '#testing/store/search.ts'
import { openDashboard, untilRows } from '#testing/web/dashboard.tsx'
import { checksPageWords, ticketWords } from '#web/checks/words.ts'
import { signOut } from '#web/data/session.ts'
import { findingWords } from '#web/findings/words.ts'
import { emptyListWords } from '#web/list/words.ts'
import { websitePagesWords } from './pages/words.ts'
import { issueTicketWords, issueWords, websiteTabsWords } from './words.ts'

const problemOf = (check: string) => checkCatalogue().find(({ id }) => id === check)!.title_fail

const origin = 'https://www.shop.example'

/** A shop whose pages have these issues. */
async function shop(pages: Record<string, string[]>) {
  const service = await sqliteService()
  for (const [path, checks] of Object.entries(pages)) {
    const failed = newCheckResult({ outcome: 'fail', passed: false, points_lost: 2 })
    const issues = pageIssues(Object.fromEntries(checks.map((check) => [check, failed])))
    const fingerprints = { title: 'same', description: null, body: null, bodyShape: null }
    await createReport(
      service.store.db,
      newReport({
        url: origin + path,
        title: 'Same title',
        fingerprints,
        state: { ...newReport().state, issues },
      }),
    )
  }
  return service
}

const table = () => screen.findByRole('table', { name: issueWords.title })
const headings = async () =>
  within(await table())
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)

it('issues are problems under headings of severity, and each website setting is one', async () => {
  const service = await shop({ '/a': ['h1-present', 'title-present', 'https'], '/b': ['h1-present', 'https'] })
  await openDashboard(service, '/websites/1?tab=issues')
  expect(await headings()).toEqual([rankLabels[3], issueWords.settings])
  const link = within(await table()).getByRole('link', { name: problemOf('h1-present') })
  expect(link.getAttribute('href')).toBe('/websites/1?tab=pages&check=h1-present&per_page=50')
  expect(within(await table()).getAllByText(problemOf('https'))).toHaveLength(1)
  // Google told no clicks.
  expect(screen.queryByRole('button', { name: issueWords.byClicks })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: issueWords.columns.clicks })).toBeNull()
})

it('filters and the order are in the URL, which repairs wrong ones', async () => {
  const service = await shop({ '/a': ['h1-present', 'title-present'], '/b': ['h1-present'] })
  const { path } = await openDashboard(service, '/websites/1?tab=issues&importance=huge')
  expect(await screen.findByText(/“importance=huge” isn’t valid/)).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues'))
  fireEvent.change(screen.getAllByLabelText(issueWords.filters.importance)[0]!, { target: { value: 'high' } })
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues&importance=high'))
  await waitFor(() => expect(screen.getByText(issueWords.shown(1, 2))).toBeTruthy())
  fireEvent.change(screen.getByLabelText(issueWords.filters.order), { target: { value: 'pages' } })
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues&importance=high&sort_by=pages'))
  expect(within(await table()).queryAllByRole('heading')).toEqual([])
  fireEvent.change(screen.getAllByLabelText(issueWords.filters.category)[0]!, { target: { value: 'security' } })
  expect(await screen.findByText(issueWords.noMatch)).toBeTruthy()
})

it('issues have clicks and an order by them where Google told some', async () => {
  const service = await shop({ '/a': ['h1-present'], '/b': ['title-present'], '/c': ['https'] })
  await storeDaysOfClicks(service.store.db, [lastDay], {
    [`${origin}/a`]: figures(0, 40),
    [`${origin}/b`]: figures(1200),
  })
  const { path } = await openDashboard(service, '/websites/1?tab=issues')
  const cells = async () =>
    within(await table())
      .getAllByRole('row')
      .flatMap((row) => within(row).queryAllByRole('cell').slice(-2, -1))
      .map(({ textContent }) => textContent)
  await waitFor(async () => expect(within(await table()).getByText('1,200')).toBeTruthy())
  const button = screen.getByRole('button', { name: issueWords.byClicks, pressed: false })
  fireEvent.click(button)
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues&sort_by=clicks'))
  expect(screen.getByRole('button', { name: issueWords.byClicks, pressed: true })).toBe(button)
  expect(await cells()).toEqual(['1,200 clicks', '0 clicks', '–Not known from Google clicks'])
  expect(within(await table()).queryAllByRole('heading')).toEqual([])
  const href = (check: string) => screen.getByRole('link', { name: problemOf(check) }).getAttribute('href')
  const ofPages = (check: string) => `/websites/1?tab=pages&check=${check}`
  expect(href('title-present')).toBe(`${ofPages('title-present')}&sort_by=clicks&sort=desc&per_page=50`)
  fireEvent.click(button)
  await waitFor(() => expect(path()).toBe('/websites/1?tab=issues'))
})

it.each([
  ['?latest=1&check=h1-present', '?latest=1'],
  ['?tab=pages&check=h1-present', '?tab=pages'],
])('an issue has its pages under its name at %s, with a button that removes the filter', async (from, to) => {
  const service = await shop({ '/a': ['h1-present'], '/b': [] })
  const { path } = await openDashboard(service, `/websites/1${from}`)
  expect(await screen.findByRole('heading', { name: problemOf('h1-present') })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: emptyListWords.drop('Issue: H1 heading') }))
  await waitFor(() => expect(path()).toBe(`/websites/1${to}`))
  await waitFor(() => expect(screen.queryByRole('heading', { name: problemOf('h1-present') })).toBeNull())
})

it('an issue becomes a ticket that names all of its pages', async () => {
  const service = await shop({ '/a': ['h1-present'], '/b': ['h1-present'], '/c': [] })
  await openDashboard(service, '/websites/1?tab=issues')
  const problem = problemOf('h1-present')
  fireEvent.click(within(await table()).getByRole('button', { name: issueWords.actionsFor(problem) }))
  fireEvent.click(await screen.findByRole('menuitem', { name: issueWords.ticket }))
  const text = (await screen.findByLabelText(issueTicketWords.text)) as HTMLTextAreaElement
  expect(text.value).toContain(`**${problem}:** 2 pages`)
  expect(text.value).toContain('- <https://www.shop.example/a>\n- <https://www.shop.example/b>\n\n')
  expect(screen.getByRole('button', { name: ticketWords.copy })).toBeTruthy()
})

it('a plan becomes one ticket, or what the client report announces', async () => {
  const service = await shop({ '/a': ['h1-present', 'title-present'], '/b': ['h1-present'] })
  const { path } = await openDashboard(service, '/websites/1?tab=issues&fixed=h1-present,title-present')
  const bar = within(await screen.findByRole('region', { name: findingWords.planBar }))
  fireEvent.click(bar.getByRole('button', { name: issueWords.ticket }))
  const text = (await screen.findByLabelText(issueTicketWords.text)) as HTMLTextAreaElement
  for (const check of ['h1-present', 'title-present']) expect(text.value).toContain(`## ${problemOf(check)}`)
  fireEvent.click(screen.getByRole('button', { name: issueTicketWords.close }))
  fireEvent.click(bar.getByRole('link', { name: issueWords.addToDocument }))
  const introduction = (await screen.findByLabelText('Introduction')) as HTMLTextAreaElement
  const { action } = checkCatalogue().find(({ id }) => id === 'title-present')!
  expect(introduction.value).toContain(`– ${action}`)
  fireEvent.submit(introduction.form!)
  await waitFor(() => expect(path()).toBe('/websites/1/document'))
  expect((await service.call('GET /api/v1/websites/1/document')).body.data.introduction).toContain(action)
})

it('an issue counts the pages that it leads to, also those without a report', async () => {
  const service = await shop({ '/a': [], '/b': ['in-sitemap'] })
  const unread = { url: 'https://www.shop.example/busy', status: 503, failure: 'refused', depth: 1 }
  const issues = pageIssues({ 'in-sitemap': newCheckResult({ outcome: 'warn', passed: false, points_lost: 0 }) })
  await service.store.db.transaction().execute(async (tx) => {
    await storeUnreadPages(tx, { website_id: 1, job_id: 1 }, [unread])
    const { id } = await tx.selectFrom('pages').select('id').where('status', '=', 503).executeTakeFirstOrThrow()
    await replaceIssues(tx, [{ page_id: id, website_id: 1, issues }])
  })
  const { path } = await openDashboard(service, '/websites/1?tab=issues')
  const link = await within(await table()).findByRole('link', { name: problemOf('in-sitemap') })
  const row = link.closest('tr')!
  expect(row.textContent).toContain(issueWords.unreadPages(1))
  expect(row.textContent).toContain(`2 ${issueWords.pages}`)
  fireEvent.click(link)
  await waitFor(() => expect(path()).toBe('/websites/1?tab=pages&check=in-sitemap&per_page=50'))
  expect(await screen.findByRole('button', { name: emptyListWords.drop('Issue: Sitemap URLs') })).toBeTruthy()
  const pages = await screen.findByRole('table', { name: websitePagesWords.caption })
  await untilRows(2)
  for (const path of ['/b', '/busy']) expect(within(pages).getByText(path)).toBeTruthy()
})

it('duplicates are one row for each set, with the shared text once', async () => {
  const service = await shop({ '/a': [], '/b': [] })
  await openDashboard(service, '/websites/1?tab=issues')
  const sets = await screen.findByRole('table', { name: websiteTabsWords.duplicates })
  expect(within(sets).getAllByText('Same title')).toHaveLength(1)
  expect(
    within(sets)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['/b', '/a'])
})

it('an issue of broken links names their targets, with the pages and the texts of the links', async () => {
  const service = await sqliteService()
  const failed = newCheckResult({ outcome: 'fail', passed: false, points_lost: 2 })
  const links = [{ url: 'https://www.shop.example/gone', isBroken: true, anchor: 'Spare parts' }]
  const state = { ...newReport().state, issues: pageIssues({ 'broken-internal': failed }), links }
  await createReport(service.store.db, newReport({ url: 'https://www.shop.example/lamps', state }))
  await openDashboard(service, '/websites/1?tab=issues')
  const target = (await within(await table()).findByText('/gone')).closest('details')!
  expect(target.textContent).toContain(`/lamps${issueWords.anchor('Spare parts')}`)
})

it('the AI crawlers that robots.txt allows are on the website’s page, once', async () => {
  const service = await sqliteService()
  const title = 'robots.txt blocks 1 of 5 AI search crawlers: OAI-SearchBot'
  const results = { 'ai-search': newCheckResult({ outcome: 'info', scored: false, title }) }
  for (const path of ['/', '/a'])
    await createReport(service.store.db, newReport({ url: origin + path, evaluation: newEvaluation({ results }) }))
  await openDashboard(service, '/websites/1?tab=issues')
  const card = await screen.findByRole('region', { name: websiteTabsWords.aiCrawlers })
  expect(
    within(card)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([title])
})

it('a public website is another page for visitors, which is mounted when the key is removed', async () => {
  const service = await shop({ '/a': ['h1-present'] })
  await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
  await openDashboard(service, '/websites/1?tab=issues')
  const withKey = await table()
  expect(within(withKey).getByRole('link', { name: problemOf('h1-present') })).toBeTruthy()
  await act(async () => signOut())
  expect(withKey.isConnected).toBe(false)
  await waitFor(async () => expect(within(await table()).getByText(problemOf('h1-present'))).toBeTruthy())
  expect(screen.queryByRole('link', { name: problemOf('h1-present') })).toBeNull()
})

it('the page of a check leads to the pages that it fails on', async () => {
  const service = await shop({ '/a': ['title-present'], '/b': [] })
  const { path } = await openDashboard(service, '/checks/title-present')
  fireEvent.click(await screen.findByRole('link', { name: checksPageWords.affected(1, 2) }))
  await waitFor(() => expect(path()).toBe('/reports?latest=1&check=title-present&per_page=50'))
})
