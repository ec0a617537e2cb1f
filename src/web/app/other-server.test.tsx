// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createOneOfEach } from '#testing/service/one-of-each.ts'
import { sqliteService } from '#testing/service/service.ts'
import { openDashboard, rows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { listWords } from '#web/list/words.ts'
import { deletingWords, reportMenuWords } from '#web/reports/words.ts'
import { schedulesWords } from '#web/schedules/words.ts'
import { signInWords } from '#web/session/words.ts'
import { addWebsiteWords } from '#web/websites/new-website/words.ts'
import { websiteTabsWords } from '#web/websites/words.ts'
import { commandMenuWords } from './command-menu/words.ts'
import { frameWords, menuFieldWords, otherServerWords } from './words.ts'

/** What another server is asked for: the specification, and its own description. */
const specified = /^\w+ (|\/(reports|websites)(\/\d+)?(\?.*)?)$/

async function open(path: string) {
  const service = await sqliteService()
  await createOneOfEach(service)
  const dashboard = await openDashboard(service, path, withoutExtensions)
  const beyond = () => dashboard.requests.filter((request) => !specified.test(request))
  return { ...dashboard, beyond }
}

const settled = () => waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())

describe('another server is asked for the specified operations alone', () => {
  it.each([
    '/reports?latest=1&check=title',
    '/websites',
    '/reports/1',
    '/reports/1?compare=1',
    '/websites?sort_by=pages_avg_score',
    '/websites/1?tab=crawls',
    '/websites/1/privacy',
    '/settings',
    '/settings/checks',
  ])('by %s', async (path) => {
    const { beyond } = await open(path)
    await screen.findByRole('heading', { level: 1 })
    await settled()
    const navigation = within(screen.getByRole('navigation', { name: frameWords.main }))
    for (const name of [frameWords.overview, frameWords.runs, frameWords.manageViews, frameWords.alerts])
      expect(navigation.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('navigation', { name: websiteTabsWords.tabs })).toBeNull()
    for (const name of [listWords.saveView, addWebsiteWords.title, new RegExp(`^${schedulesWords.button}`)])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(beyond()).toEqual([])
  })

  it.each([
    '/views',
    '/alerts',
    '/alerts?tab=rules',
    '/alerts?tab=schedules',
    '/runs',
    '/runs?tab=schedules',
    '/settings/sharing',
    '/reports/1/document',
    '/documents/reports',
    '/websites/1/document',
    '/websites/1/identity',
    '/websites/1/against/2',
    '/websites/1/crawls/1',
    '/settings/keys',
    '/settings/brand',
    '/settings/activity',
  ])('which lacks %s', async (path) => {
    const { beyond } = await open(path)
    await screen.findByRole('heading', { level: 1, name: otherServerWords.title })
    expect(beyond()).toEqual([])
  })

  it('by the command menu, which leads to the specified pages', async () => {
    const { beyond } = await open('/reports')
    await settled()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await screen.findByRole('combobox', { name: menuFieldWords.label })
    const menu = within(screen.getByRole('dialog', { name: menuFieldWords.label }))
    const found = within(await menu.findByRole('group', { name: commandMenuWords.groups.go })).getAllByRole('option')
    const { reports, websites, settings, appearance, shortcuts, trackers } = commandMenuWords.pages
    expect(found.map(({ textContent }) => textContent)).toEqual(
      [reports, websites, settings, appearance, shortcuts, trackers].map((name) => expect.stringContaining(name)),
    )
    expect(beyond()).toEqual([])
  })

  it('that describes itself to nobody, and its reports can be deleted', async () => {
    const service = await sqliteService()
    await createOneOfEach(service)
    const fault = { status: 403, body: { message: 'No.', status: 403 } }
    await openDashboard(service, '/reports', [{ method: 'GET', path: '', fault }, ...withoutExtensions])
    await waitFor(() => expect(rows()).not.toEqual([]))
    const before = rows().length
    fireEvent.click(within(rows()[0]!).getByRole('button', { name: /^Actions for/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: deletingWords.confirm(1) }))
    await screen.findByText(deletingWords.done(1))
    await waitFor(() => expect(rows()).toHaveLength(before - 1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('by visitors, who are asked for a key', async () => {
    const service = await sqliteService()
    const { path } = await openDashboard({ ...service, key: '' }, '/reports/4?list=result%3Dbad', withoutExtensions)
    await screen.findByLabelText(signInWords.label)
    expect(path()).toBe('/sign-in?to=%2Freports%2F4%3Flist%3Dresult%253Dbad')
  })

  it('and starts with the reports', async () => {
    const { path, beyond } = await open('/')
    await waitFor(() => expect(path()).toBe('/reports'))
    await settled()
    expect(beyond()).toEqual([])
  })
})
