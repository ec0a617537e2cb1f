// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { type Fault, openDashboard, rowIds, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { currentClient } from '#web/data/current-client.ts'
import { errorWords } from '#web/data/error-words.ts'
import { signInWith, signOut } from '#web/data/session.ts'
import { selectionWords } from '#web/list/words.ts'
import { changePrivacy } from '#web/privacy/bulk-privacy-dialog.tsx'
import { signInAgainWords, signInWords } from '#web/session/words.ts'
import { analyseAllPages } from '#web/websites/analyse-all-pages.ts'
import { deleteReports } from './delete-reports.tsx'
import { deletingWords, reportMenuWords } from './words.ts'

async function open() {
  const service = await serviceWithReports(23)
  const page = await openDashboard(service, '/reports')
  await untilRows(10)
  return { service, ...page }
}

const box = (at: number) => within(rows()[at]!).getByRole<HTMLInputElement>('checkbox')
const hasSelected = (count: string) => screen.findByText(selectionWords.selectedAll(count))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const writes = (requests: string[]) => requests.filter((request) => !request.startsWith('GET'))

async function removeRow(at: number) {
  fireEvent.click(await within(rows()[at]!).findByRole('button', { name: /^Actions for/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
}

describe('the next person', () => {
  const signOutAndIn = async (key: string) => {
    await act(async () => signOut())
    await screen.findByRole('heading', { level: 1, name: signInWords.title })
    await act(async () => signInWith(key, false))
    await untilRows(10)
  }
  const undoByKey = () => act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))

  it('finds nothing selected and nothing to undo', async () => {
    const { service, requests } = await open()
    const [id] = rowIds()
    await removeRow(0)
    await waitFor(() => expect(rowIds()).not.toContain(id))
    fireEvent.click(box(0))
    await hasSelected('1')
    await signOutAndIn(service.key)
    undoByKey()
    expect(toasts().queryByText(deletingWords.done(1))).toBeNull()
    expect(rows().flatMap((_, at) => (box(at).checked ? at : []))).toEqual([])
    expect(writes(requests)).toEqual([expect.stringMatching(/^DELETE/)])
  })

  it.each([
    ['after its person had signed out', false],
    ['after the next one had signed in', true],
  ])('finds nothing to undo of a deletion that ended %s', async (_, isLate) => {
    const { service, requests, on } = await open()
    let respond: (fault: Fault) => void = () => {}
    on('DELETE', /^\/reports/, new Promise((resolve) => (respond = resolve)), 1)
    await removeRow(0)
    await waitFor(() => expect(writes(requests)).toHaveLength(1))
    const end = () => act(async () => respond({ status: 200, headers: { 'restorable-until': '2030-01-01T00:00:00Z' } }))
    await act(async () => signOut())
    if (!isLate) await end()
    await signOutAndIn(service.key)
    if (isLate) await end()
    undoByKey()
    expect(toasts().queryByText(deletingWords.done(1))).toBeNull()
    expect(writes(requests)).toHaveLength(1)
  })

  it('finds no outcome of deletions of which some had ended', async () => {
    const { service, requests, on } = await open()
    const reports = Array.from({ length: 2001 }, (_, at) => ({ id: at + 1, url: `https://${at}.example/` }))
    const body = { data: [{ id: 1, deleted: true }], deleted: 1, restorable_until: '2030-01-01T00:00:00Z', status: 200 }
    let respond: (fault: Fault) => void = () => {}
    on('POST', '/bulk/reports/delete', new Promise((resolve) => (respond = resolve)))
    on('POST', '/bulk/reports/delete', { status: 200, body }, 1)
    await act(async () => void deleteReports(reports, { showDialog() {} }))
    await waitFor(() => expect(writes(requests)).toHaveLength(5))
    await signOutAndIn(service.key)
    await act(async () => respond({ status: 200, body }))
    undoByKey()
    expect(toasts().queryByText(/deleted/i)).toBeNull()
    expect(writes(requests)).toHaveLength(5)
  })

  it('changes no privacy for the person before', async () => {
    const { service, requests, on } = await open()
    const website = await currentClient().showWebsite(1)
    let respond: (fault: Fault) => void = () => {}
    on('GET', '/websites/1', new Promise((resolve) => (respond = resolve)), 1)
    const reads = () => requests.filter((request) => request === 'GET /websites/1').length
    const before = reads()
    await act(async () => void changePrivacy([website], { privacy: 2, password: 'a password' }))
    await waitFor(() => expect(reads()).toBe(before + 1))
    await act(async () => signInWith(service.readKey, false))
    await act(async () => respond({ status: 200, body: { data: website, status: 200 } }))
    expect(writes(requests)).toEqual([])
  })

  it('starts no job with what was read for the person before', async () => {
    const { service, requests, on } = await open()
    let respond: (fault: Fault) => void = () => {}
    on('GET', /^\/reports\?.*website_id=1/, new Promise((resolve) => (respond = resolve)), 1)
    const start = vi.fn()
    const response = await service.call('GET /api/v1/reports?website_id=1&latest=1&per_page=100')
    await act(async () => void analyseAllPages(1, start))
    await waitFor(() => expect(requests.at(-1)).toContain('website_id=1'))
    await act(async () => signInWith(service.readKey, false))
    await act(async () => respond({ status: 200, body: response.body }))
    expect(start).not.toHaveBeenCalled()
    expect(toasts().queryByRole('button')).toBeNull()
  })

  it('is not shown that an Undo of the person before was cut off', async () => {
    const { service, on, requests } = await open()
    await removeRow(0)
    let respond: (fault: Fault) => void = () => {}
    on('POST', /restore$/, new Promise((resolve) => (respond = resolve)))
    await toasts().findByText(deletingWords.done(1))
    undoByKey()
    await waitFor(() => expect(writes(requests)).toHaveLength(2))
    await signOutAndIn(service.key)
    await act(async () => respond({ status: 200, body: {} }))
    expect(toasts().queryByRole('button')).toBeNull()
  })

  it('finds nothing selected either if another key replaces the one in use', async () => {
    const { service } = await open()
    fireEvent.click(box(0))
    await hasSelected('1')
    await act(async () => signInWith(service.readKey, false))
    await waitFor(() => expect(box(0).checked).toBe(false))
  })

  it('is the same one if a call waits for the key, and then keeps the selection and the messages', async () => {
    const { service, on } = await open()
    const [id] = rowIds()
    await removeRow(0)
    await waitFor(() => expect(rowIds()).not.toContain(id))
    fireEvent.click(box(0))
    on('DELETE', /^\/reports/, { status: 401, body: { message: 'Unauthenticated.', status: 401 } }, 1)
    await removeRow(1)
    await screen.findByRole('dialog', { name: signInAgainWords.title })
    const { key } = await issueKey(service.store.db, 'Renewed', 'full')
    await act(async () => signInWith(key, false))
    await waitFor(() => expect(toasts().queryAllByText(deletingWords.done(1))).toHaveLength(2))
    expect(box(0).checked).toBe(true)
  })

  it('can leave the question for a key, and answer it later', async () => {
    const { on, goTo } = await open()
    const ends = on('GET', /^\/websites\?/, { status: 401, body: { message: 'Unauthenticated.', status: 401 } })
    await goTo('/websites?search=site')
    const question = within(await screen.findByRole('dialog', { name: signInAgainWords.title }))
    fireEvent.click(question.getByRole('button', { name: signInAgainWords.later }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your API key isn’t valid.')
    ends()
    fireEvent.click(within(alert).getByRole('button', { name: errorWords.enterKey }))
    await untilRows(3)
  })

  it('does not continue what waited for the key of a person who then signed out', async () => {
    const { service, requests, on } = await open()
    on('DELETE', /^\/reports/, { status: 401, body: { message: 'Unauthenticated.', status: 401 } }, 1)
    const ids = rowIds()
    await removeRow(0)
    await screen.findByRole('dialog', { name: signInAgainWords.title })
    await signOutAndIn(service.key)
    expect(writes(requests)).toHaveLength(1)
    expect(rowIds()).toEqual(ids)
  })
})
