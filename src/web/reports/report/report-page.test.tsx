// @module-tag all
// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { canJudge, type CheckInfo, isIssue, isOfPage, type Outcome } from '#contract/reports/analysis.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { listNoticeWords } from '#web/list/words.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { formatShort } from '#web/ui/time.tsx'
import { compareWords } from '../compare/words.ts'
import { historyWords } from '../history/words.ts'
import { reportActionWords, reportFactsWords, reportWords as words } from './words.ts'

type Result = { outcome: Outcome; points_lost: number; title: string }
type Faults = Parameters<typeof openDashboard>[2]

const untitled = smallPage.replace(/<title>.*<\/title>/, '')
const untitledWithoutH1 = untitled.replace(/<h1>.*<\/h1>/, '')

/** A service with a report of each version of a page, the oldest first. The page then stays as the last one. */
async function serviceWith(...versions: string[]) {
  const pages: Record<string, string> = {}
  const { host, url } = await servePages(pages)
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  const reports: { id: number; ruleset: number; google_score: number; results: Record<string, Result> }[] = []
  for (const version of versions) {
    pages['/'] = version
    reports.push((await service.call('POST /api/v1/reports', { form: { url: `${url}/` } })).body.data)
  }
  const catalogue: CheckInfo[] = (await service.call('GET /api/v1/checks')).body.data
  return { service, pages, url, reports, id: reports.at(-1)!.id, catalogue }
}

async function open(search = '', faults: Faults = []) {
  const given = await serviceWith(smallPage)
  const judging = new Set(given.catalogue.filter(canJudge).map(({ id }) => id))
  const results = Object.entries(given.reports[0]!.results).filter(([id]) => judging.has(id) && isOfPage({ id }))
  return { ...given, results, ...(await openDashboard(given.service, `/reports/${given.id}${search}`, faults)) }
}

// A report has so many elements that finding one by its role takes seconds.
const press = async (text: string) => fireEvent.click(await screen.findByText(text, { selector: 'main *' }))
const checks = () => [...document.querySelectorAll('details[id^=check-]')]
const untilChecks = (count: number) => waitFor(() => expect(checks()).toHaveLength(count))
const score = async () => within(await screen.findByRole('region', { name: 'Score' }))
const group = (name: string) => {
  const heading = within(screen.getByRole('region', { name: 'Issues' })).queryByRole('heading', { name })
  return heading?.closest('details')?.textContent ?? ''
}

describe('a report', () => {
  it('corrects filters that don’t exist, and says so', async () => {
    const { id, path } = await open('?category=colours&outcome=great&utm_source=mail')
    await screen.findByText(listNoticeWords.repair('category', 'colours', null))
    screen.getByText(listNoticeWords.repair('outcome', 'great', null))
    await waitFor(() => expect(path()).toBe(`/reports/${id}?utm_source=mail`))
  })

  it('shows only the checks from Google, and their score, on request', async () => {
    const { id, path, results, reports, catalogue } = await open()
    await untilChecks(results.length)
    await press(words.filter)
    fireEvent.click(await screen.findByLabelText(words.googleOnly))
    await waitFor(() => expect(path()).toBe(`/reports/${id}?google=1`))
    const google = new Set(catalogue.filter(({ source }) => source === 'google').map((check) => check.id))
    const backed = results.filter(([check]) => google.has(check))
    expect(backed.length).toBeLessThan(results.length)
    await untilChecks(backed.length)
    await press(words.basis)
    const score = `${words.google} ${Math.round(reports[0]!.google_score)}`
    await waitFor(() => expect(document.body.textContent).toContain(score))
    await press(words.filterBy(1))
    fireEvent.click(await screen.findByLabelText(words.googleOnly))
    await waitFor(() => expect(path()).toBe(`/reports/${id}`))
  })

  it('says if the server has a newer ruleset', async () => {
    const { reports } = await open('', [
      {
        method: 'GET',
        path: '/checks',
        fault: ({ status, body }) => ({ status, body: { ...body, ruleset: body.ruleset + 1 } }),
      },
    ])
    await press(words.basis)
    await screen.findByText(words.evaluatedBy(reports[0]!.ruleset))
    await screen.findByText(words.newerRules(reports[0]!.ruleset + 1))
  })

  it('has no links to checks on a server without a catalogue', async () => {
    const { reports } = await open('', [{ method: 'GET', path: '/checks', fault: { status: 404, body: {} } }])
    // Only the catalogue tells which checks can judge a page.
    await untilChecks(Object.keys(reports[0]!.results).filter((id) => isOfPage({ id })).length)
    expect(document.querySelector('a[href^="/checks"]')).toBeNull()
    await press(words.factsTab)
    await screen.findByRole('region', { name: reportFactsWords.serp })
    expect(document.querySelector('a[href^="/checks"]')).toBeNull()
  })

  it('lists every check once, and counts those to fix', async () => {
    const { results } = await open()
    await untilChecks(results.length)
    expect(new Set(checks().map(({ id }) => id)).size).toBe(results.length)
    const issues = results.filter(([, result]) => isIssue(result))
    const first = checks().slice(0, issues.length)
    expect(new Set(first.map(({ id }) => id.slice('check-'.length)))).toEqual(new Set(issues.map(([id]) => id)))
    expect(first.map((check) => check.hasAttribute('open'))).toEqual(issues.map((_, at) => at === 0))
  })
})

describe('the reports of a page', () => {
  it('say first what a crawl found since the latest', async () => {
    const { service, id } = await serviceWith(smallPage)
    const later = { later_at: '2026-06-18T10:00:00.000Z', later_indexability: 'blocked', later_code: 'robots' } as const
    await service.store.db.updateTable('reports').set(later).where('id', '=', id).execute()
    await openDashboard(service, `/reports/${id}`)
    await screen.findByText(words.since(words.sinceRobots, formatShort(new Date(later.later_at), new Date())))
  })

  it.each(['a holder of a key', 'a visitor'])('lead %s from an older one to the latest', async (reader) => {
    const { service, reports, id } = await serviceWith(untitledWithoutH1, smallPage)
    await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
    const older = reports[0]!.id
    const key = reader === 'a visitor' ? '' : service.key
    const { path, goTo } = await openDashboard({ ...service, key }, `/reports/${older}`)
    const say = await screen.findByText(/Google could index this page/)
    expect(say.textContent).not.toContain('Fix')
    const line = (await screen.findByText(words.openLatest)).parentElement!
    expect(line.textContent).toMatch(/^Older report of .*\. The latest: \d+, ▲ \d+/)
    fireEvent.click(within(line).getByText(words.compareLatest))
    await waitFor(() => expect(path()).toBe(`/reports/${id}?compare=${older}`))
    await goTo(`/reports/${id}`)
    await screen.findByText(/Google can index this page/)
    expect(screen.queryByText(words.openLatest)).toBeNull()
  })

  it('have the change of the score, and the state of each issue', async () => {
    const { service, id } = await serviceWith(untitledWithoutH1, smallPage, untitled)
    await openDashboard(service, `/reports/${id}`)
    expect((await (await score()).findByRole('link', { name: /points? lower/ })).textContent).toMatch(/▼ \d+ since/)
    await waitFor(() => expect(document.querySelector('#check-title-present')?.textContent).toContain('Back'))
    expect(document.querySelector('#check-viewport')?.textContent).toMatch(/Since \d\d:\d\d today/)
  })

  it('have no history if there is one alone', async () => {
    await open()
    await score()
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull()
  })

  it('are compared after Run again', async () => {
    const { service, pages, id } = await serviceWith(untitled)
    const { path } = await openDashboard(service, `/reports/${id}?list=result%3Dbad`)
    pages['/'] = smallPage
    await press(reportActionWords.again)
    await waitFor(() => expect(path()).toMatch(new RegExp(`^/reports/\\d+\\?list=result%3Dbad&compare=${id}$`)))
    await screen.findByRole('region', { name: 'Issues' })
    await waitFor(() => expect(group(issueChangeWords.fixed)).toContain('Title tag'))
  })

  it('are compared with another one that is chosen, and Back returns', async () => {
    const { service, reports, id } = await serviceWith(untitledWithoutH1, untitled.replace('h1', 'h2'), smallPage)
    const [first, second] = reports.map((report) => report.id)
    const { path, goTo } = await openDashboard(service, `/reports/${id}`)
    fireEvent.click(await (await score()).findByRole('link', { name: /Compare the reports/ }))
    await waitFor(() => expect(path()).toBe(`/reports/${id}?compare=${second}`))
    const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: historyWords.compareWith })
    expect((await select()).value).toBe(String(second))
    fireEvent.change(await select(), { target: { value: String(first) } })
    await waitFor(() => expect(path()).toBe(`/reports/${id}?compare=${first}`))
    await waitFor(() => expect(group(issueChangeWords.fixed)).toContain('H1'))
    await goTo(-1)
    await waitFor(async () => expect((await select()).value).toBe(String(second)))
  })

  it('are not compared with one of another URL, and the page says why', async () => {
    const { service, pages, url, id } = await serviceWith(smallPage)
    pages['/other'] = smallPage
    const other = (await service.call('POST /api/v1/reports', { form: { url: `${url}/other` } })).body.data
    await openDashboard(service, `/reports/${id}?compare=${other.id}`)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(compareWords.failed)
    expect(alert.textContent).toContain(compareWords.notOnePage)
    await score()
  })
})
