// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { maxJobUrls } from '#contract/jobs/job.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard, untilRows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { analyseWords } from '#web/analyse/words.ts'
import { wordsOf } from '#web/data/error-words.ts'
import { linksWords, sharingWords } from '#web/links/words.ts'
import { emptyListWords } from '#web/list/words.ts'
import { privacyLinkWords } from '#web/privacy/words.ts'
import { restoringWords, websiteHeaderWords } from '#web/resources/words.ts'
import { pageAction } from '#web/ui/shortcuts.ts'
import { firstPagesWords } from './new-website/words.ts'
import { figureWords, websitesWords, websiteTabsWords, websiteWords as words } from './words.ts'

/** A website of these pages, the last of which is blocked. */
async function shop(paths: string[]) {
  const service = await sqliteService()
  for (const path of paths) {
    const indexability = path === paths.at(-1) ? 'blocked' : 'indexable'
    await createReport(
      service.store.db,
      newReport({ url: `https://shop.example${path}`, state: { ...newReport().state, indexability } }),
    )
  }
  return service
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const select = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const jobs = async (service: Awaited<ReturnType<typeof shop>>) => (await service.call('GET /api/v1/jobs')).body.data

it('analyses all pages of a website again, each once, as one job', async () => {
  const service = await shop(['/', '/', '/sale', '/contact'])
  await openDashboard(service, '/websites/1?latest=1')
  await press(words.again)
  await select(words.allPages(3))
  await waitFor(async () => expect(await jobs(service)).toHaveLength(1))
  const [{ id }] = await jobs(service)
  const urls = (await service.call(`GET /api/v1/jobs/${id}/urls`)).body.data.map(({ url }: { url: string }) => url)
  expect(urls.toSorted()).toEqual(['/', '/contact', '/sale'].map((path) => `https://shop.example${path}`))
})

/** Opens a website as if it had this many pages. */
async function openLarge(pages_count: number) {
  const service = await shop(['/', '/sale'])
  const website = (await service.call('GET /api/v1/websites/1')).body
  const body = { ...website, data: { ...website.data, pages_count } }
  await openDashboard(service, '/websites/1', [
    { method: 'GET', path: /^\/websites\/1$/, fault: { status: 200, body } },
  ])
  return service
}

it('asks before it analyses many pages', async () => {
  const service = await openLarge(101)
  await press(words.again)
  await select(words.allPages(101))
  await screen.findByRole('dialog', { name: words.againTitle(101) })
  expect(await jobs(service)).toEqual([])
})

it('offers all pages only if one job can have them, also in the command menu', async () => {
  await openLarge(maxJobUrls + 1)
  await press(words.again)
  await screen.findByRole('menuitem', { name: words.crawl })
  expect(screen.queryByRole('menuitem', { name: words.allPages(maxJobUrls + 1) })).toBeNull()
  expect(pageAction('crawl')).toBeDefined()
  expect(pageAction('again')).toBeUndefined()
})

it('shows its pages as a sum of which each part leads to them, and its privacy once', async () => {
  await openDashboard(await shop(['/', '/hidden']), '/websites/1')
  const summary = within(await screen.findByRole('region', { name: words.summary }))
  const blocked = summary.getByRole('link', { name: figureWords.state.blocked(1) })
  expect(blocked.getAttribute('href')).toBe('/websites/1?latest=1&indexability=blocked&per_page=50')
  summary.getByText('2 URLs', { exact: false })
  expect(screen.getAllByTitle(privacyLinkWords.change)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /copy link/i })).toBeNull()
})

describe('the parts of a website', () => {
  const openTab = () =>
    within(screen.getByRole('navigation', { name: websiteTabsWords.tabs })).getByRole('link', { current: 'page' })

  it.each([
    ['/websites/1', '/websites/1', 'issues'],
    ['/websites/1?tab=reports', '/websites/1?tab=history', 'history'],
    ['/websites/1?result=bad', '/websites/1?tab=history&result=bad', 'history'],
    ['/websites/1?tab=reports&latest=1&check=https', '/websites/1?latest=1&check=https', 'pages'],
    ['/websites/1?tab=history&check=https', '/websites/1?check=https', 'pages'],
    ['/websites/1?latest=1', '/websites/1?latest=1', 'pages'],
  ] as const)('%s leads to %s without a word', async (from, to, tab) => {
    const { path } = await openDashboard(await shop(['/', '/sale']), from)
    await waitFor(() => expect(path()).toBe(to))
    expect(openTab().textContent).toBe(websiteTabsWords.tab[tab])
    expect(screen.queryByText(/isn’t valid/)).toBeNull()
  })

  it('keep all reports under the history, also without a filter', async () => {
    const { path } = await openDashboard(await shop(['/', '/', '/sale']), '/websites/1?result=bad')
    fireEvent.click(await screen.findByRole('button', { name: emptyListWords.drop('Bad') }))
    await waitFor(() => expect(path()).toBe('/websites/1?tab=history'))
    await untilRows(3)
    expect(screen.getByRole('heading', { name: words.list })).toBeTruthy()
  })

  it('are the ways to the first pages while there are none', async () => {
    const service = await shop(['/'])
    await service.call('DELETE /api/v1/reports/1')
    await openDashboard(service, '/websites/1')
    await screen.findByRole('heading', { name: firstPagesWords.title })
    expect(screen.getByRole('region', { name: words.summary }).textContent).toBe(words.noReports)
  })
})

describe('a link for a client', () => {
  async function makeLink() {
    const service = await shop(['/', '/sale'])
    await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
    await openDashboard(service, '/websites/1')
    await press(words.report.menu)
    await select(words.report.link)
    const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
    const links = async () => (await service.call('GET /api/v1/links')).body.data
    const urlIn = ({ getByRole }: Awaited<ReturnType<typeof dialog>>) =>
      getByRole<HTMLInputElement>('textbox', { name: sharingWords.url }).value
    return { dialog, links, urlIn }
  }

  it('is made in two clicks, to the client report, also of a public website', async () => {
    const { dialog, links, urlIn } = await makeLink()
    const created = await dialog(sharingWords.createdTitle)
    expect(urlIn(created)).toMatch(/\/s\/[\w-]{32}$/)
    expect(await links()).toMatchObject([{ layout: 'document', website_id: 1, revoked_at: null }])
  })

  it('is replaced if its options change', async () => {
    const { dialog, links, urlIn } = await makeLink()
    const first = await dialog(sharingWords.createdTitle)
    const before = urlIn(first)
    fireEvent.click(first.getByRole('button', { name: sharingWords.change }))
    const form = await dialog(sharingWords.changeTitle)
    fireEvent.change(form.getByRole('textbox', { name: 'Label' }), { target: { value: 'November' } })
    fireEvent.click(form.getByRole('button', { name: sharingWords.replace }))
    expect(urlIn(await dialog(sharingWords.createdTitle))).not.toBe(before)
    await waitFor(async () =>
      expect(await links()).toMatchObject([
        { label: 'November', layout: 'document', revoked_at: null },
        { label: '', revoked_at: expect.any(String) },
      ]),
    )
  })

  it('is revoked where it was made', async () => {
    const { dialog, links } = await makeLink()
    const created = await dialog(sharingWords.createdTitle)
    fireEvent.click(created.getByRole('button', { name: linksWords.revoke }))
    await press(linksWords.revokeConfirm)
    await waitFor(async () => expect(await links()).toMatchObject([{ revoked_at: expect.any(String) }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('offers another page on a server without jobs', async () => {
  await openDashboard(await shop(['/', '/hidden']), '/websites/1', withoutExtensions)
  await press(words.analyse(2))
  const field = await screen.findByLabelText<HTMLInputElement>(analyseWords.label)
  await waitFor(() => expect(field.value).toBe('https://shop.example/'))
  expect(screen.queryByRole('button', { name: words.again })).toBeNull()
})

it('doesn’t show a deleted website after Back, and requests it only then', async () => {
  const service = await shop(['/'])
  await service.call('DELETE /api/v1/reports/1')
  const { goTo, path, requests } = await openDashboard(service, '/websites/1')
  await press(words.more)
  await select(words.remove)
  await press(websitesWords.deleteConfirm(0))
  await waitFor(() => expect(path()).toBe('/websites?sort_by=attention&per_page=50'))
  const before = requests.length
  expect(requests.slice(requests.indexOf('DELETE /websites/1'))).not.toContain('GET /websites/1')
  await goTo(-1)
  await screen.findByRole('heading', { name: websiteHeaderWords.missingTitle })
  expect(requests.slice(before)).toContain('GET /websites/1')
})

it('doesn’t promise what another server does with the reports of a deleted website', async () => {
  const service = await shop(['/', '/sale'])
  const { path, on } = await openDashboard(service, '/websites/1', withoutExtensions)
  const deleted = { status: 200, body: { deleted: true } }
  on('DELETE', '/websites/1', deleted)
  await press(words.more)
  await select(words.remove)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(
    'It may also delete its 2 reports: this server doesn’t say whether it keeps them.',
  )
  expect(dialog.textContent).not.toContain(websitesWords.deleteUndo)
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'shop.example' } })
  fireEvent.click(within(dialog).getByRole('button', { name: words.remove }))
  await waitFor(() => expect(path()).toBe('/websites'))
})

describe('a deleted website', () => {
  async function open() {
    const service = await shop(['/', '/sale'])
    const { path } = await openDashboard(service, '/websites/1')
    await press(words.more)
    await select(words.remove)
    await screen.findByText(websitesWords.deleteUndo, { exact: false })
    fireEvent.change(await screen.findByRole('textbox', { name: /shop\.example/ }), {
      target: { value: 'shop.example' },
    })
    await press(websitesWords.deleteConfirm(2))
    await screen.findByText(websitesWords.deleted('shop.example'))
    await waitFor(() => expect(path()).toBe('/websites?sort_by=attention&per_page=50'))
    return service
  }

  it('is restored by Undo', async () => {
    const service = await open()
    await press(restoringWords.undo)
    await screen.findByText(restoringWords.restored('websites', 1))
    await screen.findByRole('link', { name: /shop\.example/ })
    expect((await service.call('GET /api/v1/websites/1')).body.data.reports_count).toBe(2)
  })

  it('stays deleted if its domain has a new one, which Undo explains', async () => {
    const service = await open()
    await createReport(service.store.db, newReport({ url: 'https://shop.example/' }))
    await press(restoringWords.undo)
    await screen.findByText(wordsOf('domain_taken')!.title, { exact: false })
  })
})
