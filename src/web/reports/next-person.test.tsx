// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { type Fault, openDashboard, rowIds, rows, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { signInWith, signOut } from '#web/data/session.ts'
import { selectionWords } from '#web/list/words.ts'
import { keyDialogWords, signInWords } from '#web/session/words.ts'
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
    await screen.findByLabelText(signInWords.label)
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

  it('finds nothing to undo of a deletion that ended after its person had signed out', async () => {
    const { service, requests, on } = await open()
    let respond: (fault: Fault) => void = () => {}
    on('DELETE', /^\/reports/, new Promise((resolve) => (respond = resolve)), 1)
    await removeRow(0)
    await waitFor(() => expect(writes(requests)).toHaveLength(1))
    await act(async () => signOut())
    await act(async () => respond({ status: 200, headers: { 'restorable-until': '2030-01-01T00:00:00Z' } }))
    await signOutAndIn(service.key)
    undoByKey()
    expect(toasts().queryByText(deletingWords.done(1))).toBeNull()
    expect(writes(requests)).toHaveLength(1)
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
    await screen.findByRole('dialog', { name: keyDialogWords.title })
    const { key } = await issueKey(service.store.db, 'Renewed', 'full')
    await act(async () => signInWith(key, false))
    await waitFor(() => expect(toasts().queryAllByText(deletingWords.done(1))).toHaveLength(2))
    expect(box(0).checked).toBe(true)
  })

  it('can leave the question for a key, and answer it later', async () => {
    const { on, goTo } = await open()
    const ends = on('GET', /^\/websites\?/, { status: 401, body: { message: 'Unauthenticated.', status: 401 } })
    await goTo('/websites?search=site')
    const question = within(await screen.findByRole('dialog', { name: keyDialogWords.title }))
    fireEvent.click(question.getByRole('button', { name: keyDialogWords.later }))
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
    await screen.findByRole('dialog', { name: keyDialogWords.title })
    await signOutAndIn(service.key)
    expect(writes(requests)).toHaveLength(1)
    expect(rowIds()).toEqual(ids)
  })
})
