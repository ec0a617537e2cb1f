// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageIssues } from '#analyser/page-state.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { newCheckResult, newReport } from '#testing/store/reports.ts'
import { keepCopies, openDashboard, rowIds, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { alertsWords } from '#web/alerts/words.ts'
import { setPreferences } from '#web/data/preferences.ts'
import { addWords } from '#web/jobs/words.ts'
import { listWords, selectionWords } from '#web/list/words.ts'
import { bulkPrivacyWords } from '#web/privacy/words.ts'
import { settingsWords } from '#web/settings/words.ts'
import { viewsWords } from '#web/views/words.ts'
import { menuFieldWords } from '../words.ts'
import { commandMenuWords as words } from './words.ts'

async function openMenu() {
  act(() => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
  await screen.findByRole('combobox', { name: menuFieldWords.label })
  return within(screen.getByRole('dialog', { name: menuFieldWords.label }))
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: menuFieldWords.label })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const options = () => within(screen.getByRole('dialog', { name: menuFieldWords.label })).queryAllByRole('option')
const active = () => options().findIndex((option) => option.hasAttribute('data-highlighted'))
const texts = () => options().map(({ textContent }) => textContent ?? '')
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

/** Types a text and chooses the entry of this name. */
async function choose(entry: string) {
  await openMenu()
  type(entry)
  await waitFor(() => expect(texts()[0]).toContain(entry))
  press('Enter')
}

describe('the command menu', () => {
  it('moves through its entries with the arrow keys, from the last to the first, and announces the active one', async () => {
    const { path } = await openDashboard(await serviceWithReports(3), '/reports')
    await untilRows(3)
    await openMenu()
    await waitFor(() => expect(texts().join()).toContain(words.pages.keys))
    expect(active()).toBe(0)
    press('ArrowUp')
    expect(active()).toBe(options().length - 1)
    press('ArrowDown')
    press('ArrowDown')
    expect(active()).toBe(1)
    expect(field().getAttribute('aria-activedescendant')).toBe(options()[1]?.id)
    type('websites')
    await waitFor(() => expect(texts()[0]).toContain(words.pages.websites))
    press('Enter')
    await waitFor(() => expect(path()).toMatch(/^\/websites/))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens over filters, which let the page be used, and not over a dialog', async () => {
    await openDashboard(await serviceWithReports(3), '/reports?latest=1')
    await untilRows(3)
    fireEvent.click(screen.getByRole('button', { name: listWords.filter }))
    await screen.findByRole('dialog', { name: listWords.filter })
    await openMenu()
    fireEvent.click(screen.getByRole('button', { name: menuFieldWords.close }))
    fireEvent.click(await screen.findByRole('button', { name: listWords.saveView }))
    await screen.findByRole('dialog', { name: viewsWords.saveTitle })
    act(() => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
    expect(screen.queryByRole('dialog', { name: menuFieldWords.label })).toBeNull()
  })

  it('searches websites and reports on the server, websites that begin with the text first', async () => {
    const service = await serviceWithReports(9)
    const { path } = await openDashboard(service, '/reports')
    await untilRows(9)
    await openMenu()
    type('site-1.example')
    await waitFor(() => expect(texts().filter((text) => text.includes('page-')).length).toBeGreaterThan(0))
    expect(texts()[0]).toMatch(/^site-1\.example/)
    press('Enter')
    const { data } = (await service.call('GET /api/v1/websites?search=site-1')).body
    await waitFor(() => expect(path()).toBe(`/websites/${data[0].id}?tab=issues`))
  })

  it('lists saved views and the reports that were open, before anything is typed', async () => {
    const service = await serviceWithReports(12)
    const form = { name: 'Ærø worst', list: 'reports', query: 'result=bad' }
    const view = (await service.call('POST /api/v1/views', { form })).body.data
    const { path, goTo } = await openDashboard(service, '/reports')
    await untilRows(10)
    const id = rowIds()[3]
    const { url } = (await service.call(`GET /api/v1/reports/${id}`)).body.data
    await goTo(`/reports/${id}`)
    await waitFor(() => expect(document.title).toContain(url))
    await goTo('/websites')
    await waitFor(() => expect(heading()).toBe('Websites'))
    await openMenu()
    await waitFor(() => expect(texts().join()).toContain('Ærø worst'))
    expect(texts().filter((text) => text.includes(url.replace('https://', '')))).toHaveLength(1)
    type('ÆRØ')
    await waitFor(() => expect(texts()[0]).toContain('Ærø worst'))
    press('Enter')
    await waitFor(() => expect(path()).toBe(`/reports?view=${view.id}&result=bad`))
  })

  it('says how many entries match any text, or that none does', async () => {
    const { path } = await openDashboard(await serviceWithReports(12), '/websites')
    const menu = await openMenu()
    for (const typed of ['%', '\\', '🙂🙂🙂', 'أسوأ', 'x'.repeat(500), 'e', 'nothing-has-this-in-it']) {
      type(typed)
      const found = typed === 'e' ? /^\d+ results$/ : /^(No results for “.{1,60}”|\d+ results?)$/
      await waitFor(() => expect(menu.getByRole('status').textContent).toMatch(found))
    }
    menu.getByText(`${words.noneHint} ${words.analyseHint}`)
    press('Enter')
    expect(path()).toBe('/websites')
  })

  it('says how long a search can be, and still analyses a longer URL', async () => {
    await openDashboard(await serviceWithReports(1), '/websites')
    const menu = await openMenu()
    type('x'.repeat(501))
    await waitFor(() => expect(menu.getByRole('status').textContent).toBe(words.tooLong))
    expect(options()).toEqual([])
    type(`https://shop.example/${'x'.repeat(500)}`)
    await waitFor(() => expect(texts()[0]).toMatch(/^Analyse https:/))
    expect(menu.getByRole('status').textContent).toBe(words.tooLong)
  })

  it('offers to analyse a pasted URL, and below that its stored reports', async () => {
    const { path } = await openDashboard(await serviceWithReports(3), '/websites')
    await openMenu()
    type('https://site-1.example/page-1')
    await waitFor(() => expect(texts()[1]).toContain('site-1.example/page-1'))
    expect(texts()[0]).toBe(words.analyse('https://site-1.example/page-1'))
    fireEvent.click(options()[1]!)
    await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
  })

  it('acts on the list and on what is selected in it', async () => {
    const { path } = await openDashboard(await serviceWithReports(9), '/websites')
    await untilRows(3)
    await openMenu()
    type('privacy')
    await waitFor(() => expect(texts()).not.toContain(words.pageActions.selectedPrivacy.label))
    press('Escape')
    fireEvent.click(within(rows()[0]!).getByRole('checkbox'))
    await screen.findByRole('region', { name: selectionWords.bar })
    await choose(words.pageActions.selectedPrivacy.label)
    const dialog = within(await screen.findByRole('dialog', { name: bulkPrivacyWords.title(1) }))
    fireEvent.click(dialog.getByRole('button', { name: bulkPrivacyWords.cancel }))
    await openMenu()
    type('pdf')
    await waitFor(() => expect(texts()[0]).toBe(words.pageActions.document.label))
    press('Enter')
    await waitFor(() => expect(path()).toMatch(/^\/documents\/websites/))
  })

  it('finds its own entries if the search on the server fails, and says so', async () => {
    const { on, path } = await openDashboard(await serviceWithReports(3), '/reports')
    await untilRows(3)
    on('GET', /^\/websites\?/, { status: 422, body: { message: 'No.' } })
    const menu = await openMenu()
    type('sett')
    await menu.findByText(words.failed)
    press('Enter')
    await waitFor(() => expect(path()).toBe('/settings'))
  })

  it('finds a check by its name, and by other words for it', async () => {
    const { path } = await openDashboard(await serviceWithReports(0), '/websites')
    await openMenu()
    type('canonical tag')
    await waitFor(() => expect(texts()[0]).toMatch(/^Canonical tag$/))
    type('ssl certificate')
    await waitFor(() => expect(texts()[0]).toMatch(/^SSL\/TLS certificate$/))
    press('Enter')
    await waitFor(() => expect(path()).toBe('/checks/certificate'))
  })

  it('offers what the open page can do, and finds it before the checks by other words', async () => {
    await openDashboard(await serviceWithReports(9), '/reports')
    await untilRows(9)
    await openMenu()
    await waitFor(() => expect(texts()).toContain(words.pageActions.exportCsv.label))
    screen.getByRole('group', { name: words.groups.page })
    type('csv')
    await waitFor(() => expect(texts()[0]).toBe(words.pageActions.exportCsv.label))
    type('crawl')
    await waitFor(() => expect(texts()[0]).toBe(words.addMany))
  })

  it('runs nothing by Enter alone', async () => {
    await openDashboard(await serviceWithReports(9), '/websites/1?tab=pages')
    await untilRows(3)
    await openMenu()
    await waitFor(() => expect(texts()).toContain(words.pageActions.again.label))
    expect(texts()[0]).toBe(words.pageActions.share.label)
  })

  it('exports the open report, and opens the privacy of its website', async () => {
    const service = await serviceWithReports(1)
    const [report] = (await service.call('GET /api/v1/reports')).body.data
    const { path } = await openDashboard(service, `/reports/${report.id}`)
    await screen.findByRole('region', { name: 'Score' })
    await openMenu()
    type('json')
    await waitFor(() => expect(texts()[0]).toBe(words.pageActions.exportJson.label))
    type('privacy')
    await waitFor(() => expect(texts()[0]).toBe(words.pageActions.privacy.label))
    press('Enter')
    await waitFor(() => expect(path()).toBe(`/websites/${report.website_id}/privacy`))
  })

  it('compares the open website with another', async () => {
    const { path } = await openDashboard(await serviceWithReports(9), '/websites/1?tab=pages')
    await untilRows(3)
    await openMenu()
    type('staging')
    await waitFor(() => expect(texts()[0]).toBe(words.pageActions.against.label))
    press('Enter')
    await waitFor(() => expect(path()).toBe('/websites/1/against'))
  })

  it('filters the pages of the open website by an issue', async () => {
    const service = await serviceWithReports(0)
    const state = { ...newReport().state, issues: pageIssues({ noindex: newCheckResult({ outcome: 'fail' }) }) }
    for (const url of ['https://a.example/', 'https://b.example/', 'https://b.example/sale'])
      await createReport(service.store.db, newReport({ url, domain: new URL(url).host, state }))
    const { path, goTo } = await openDashboard(service, '/reports')
    await openMenu()
    type('noindex')
    await waitFor(() => expect(texts()).toContain(`Noindex${words.onPages(3)}`))
    press('Escape')
    await goTo('/websites/2')
    await openMenu()
    type('noindex')
    await waitFor(() => expect(texts()).toContain(`Noindex${words.onPages(2)}`))
    fireEvent.click(options()[texts().indexOf(`Noindex${words.onPages(2)}`)]!)
    await waitFor(() => expect(path()).toBe('/websites/2?tab=pages&check=noindex&per_page=50'))
  })

  it('finds every page of the settings by its name', async () => {
    await openDashboard(await serviceWithReports(0), '/reports')
    await openMenu()
    for (const page of ['appearance', 'shortcuts', 'keys', 'brand', 'trackers', 'activity', 'checks'] as const) {
      type(words.pages[page].toLowerCase())
      await waitFor(() => expect(texts()[0]).toBe(words.pages[page]))
    }
  })

  it('opens the alerts, and the dialog for many pages', async () => {
    const { path } = await openDashboard(await serviceWithReports(0), '/websites')
    await choose(words.pages.alerts)
    await waitFor(() => expect([path(), heading()]).toEqual(['/alerts', alertsWords.title]))
    await choose(words.addMany)
    await screen.findByRole('dialog', { name: addWords.title })
  })

  it('analyses a typed URL', async () => {
    const { host, url } = await servePages({ '/page': smallPage })
    const service = await serviceWithReports(0)
    service.allowHosts.add(host)
    const { path } = await openDashboard(service, '/websites')
    await openMenu()
    type(`${url}/page`)
    await waitFor(() => expect(texts()[0]).toMatch(/^Analyse http/))
    press('Enter')
    await waitFor(() => expect(path()).toMatch(/^\/reports\/\d+$/))
    await waitFor(() => expect(document.title).toContain(`${host}/page`))
  })

  it('changes how the dashboard looks, copies the link, saves a view and signs out', async () => {
    const service = await serviceWithReports(3)
    const [report] = (await service.call('GET /api/v1/reports')).body.data
    const { path, goTo } = await openDashboard(service, `/reports/${report.id}`)
    await screen.findByRole('region', { name: 'Score' })
    await goTo('/reports?search=page')
    await untilRows(3)
    await choose(words.scheme.dark)
    await waitFor(() => expect(document.documentElement.dataset['scheme']).toBe('dark'))
    await choose(words.density.compact)
    await waitFor(() => expect(document.documentElement.dataset['density']).toBe('compact'))
    act(() => setPreferences({ scheme: 'system', density: 'comfortable' }))
    const copied = keepCopies()
    await choose(words.copyLink)
    expect((await copied()).text).toBe(location.href)
    await screen.findByText(words.linkCopied)
    await choose(words.pageActions.saveView.label)
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: viewsWords.saveTitle })).getByRole('button', { name: 'Cancel' }),
    )
    expect(JSON.stringify({ ...localStorage })).toContain('recent-reports')
    await choose(words.signOut)
    const dialog = within(await screen.findByRole('dialog', { name: settingsWords.signOut.title }))
    fireEvent.click(dialog.getByRole('button', { name: settingsWords.signOut.confirm }))
    await waitFor(() => expect(path()).toMatch(/^\/sign-in/))
    expect(JSON.stringify({ ...localStorage })).not.toContain('recent-reports')
  })
})
