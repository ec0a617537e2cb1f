// @vitest-environment dashboard
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { unlimitedRoom } from '#service/store/jobs/room.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import {
  type Fault,
  keepCopies,
  openDashboard,
  rowIds,
  rows,
  serviceWithReports,
  untilRows,
  withoutExtensions,
} from '#testing/web/dashboard.tsx'
import { errorWords } from '#web/data/error-words.ts'
import { trayWords } from '#web/jobs/words.ts'
import { batchWords, listWords, selectionWords } from '#web/list/words.ts'
import { restoringWords } from '#web/resources/words.ts'
import { reportActionWords } from './report/words.ts'
import { deletingWords, reportMenuWords, reportSelectionWords, runningWords } from './words.ts'

async function open(path: string, count = 23) {
  const service = await serviceWithReports(count)
  return { service, ...(await openDashboard(service, path)) }
}

const box = (at: number) => within(rows()[at]!).getByRole<HTMLInputElement>('checkbox')
const bar = () => screen.getByRole('region', { name: selectionWords.bar })
const hasSelected = (count: string) => screen.findByText(selectionWords.selectedAll(count))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const press = async (name: string | RegExp, within = screen as Pick<typeof screen, 'findByRole'>) =>
  fireEvent.click(await within.findByRole('button', { name }))
const writes = (requests: string[]) => requests.filter((one) => !one.startsWith('GET'))

async function removeRow(at: number) {
  await press(/^Actions for/, within(rows()[at]!))
  fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
}

describe('selecting reports', () => {
  it('counts single rows, ranges, the page and all matches', async () => {
    const { service } = await open('/reports?result=bad', 60)
    const { total } = (await service.call('GET /api/v1/reports?result=bad')).body.meta
    await untilRows(10)
    fireEvent.click(box(1))
    await hasSelected('1')
    fireEvent.click(box(4), { shiftKey: true })
    await hasSelected('4')
    fireEvent.click(screen.getByRole('checkbox', { name: listWords.selectPage }))
    await hasSelected('10')
    await press(/^Select all [\d,]+ that match$/, within(bar()))
    await hasSelected(String(total))
    fireEvent.click(box(0))
    await hasSelected(String(total - 1))
  })

  it('survives paging, sorting and opening a report, and ends with a message at a change of the filter', async () => {
    const { goTo } = await open('/reports')
    await untilRows(10)
    const [first] = rowIds()
    fireEvent.click(box(0))
    await hasSelected('1')
    await press(listWords.nextPage)
    await waitFor(() => expect(rowIds()).not.toContain(first))
    expect(box(0).checked).toBe(false)
    fireEvent.click(box(0))
    await hasSelected('2')
    await goTo('/reports?sort=asc')
    await hasSelected('2')
    await goTo(`/reports/${first}`)
    await waitFor(() => expect(screen.queryByRole('region', { name: selectionWords.bar })).toBeNull())
    await goTo(-1)
    await hasSelected('2')
    fireEvent.click(screen.getByRole('radio', { name: 'Bad' }))
    await toasts().findByText(selectionWords.dropped(2))
    expect(screen.queryByRole('region', { name: selectionWords.bar })).toBeNull()
  })

  it('ends at Escape', async () => {
    await open('/reports')
    await untilRows(10)
    fireEvent.click(box(2))
    fireEvent.click(box(5), { shiftKey: true })
    await hasSelected('4')
    fireEvent.keyDown(box(5), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('region', { name: selectionWords.bar })).toBeNull())
  })

  it.each([
    ['at once from our service', [], 1],
    ['page by page from a server with the eight operations alone', withoutExtensions, 0],
  ])('reads all matches %s to copy their URLs', async (_, faults, exports) => {
    const service = await serviceWithReports(400)
    const { data, meta } = (await service.call('GET /api/v1/reports?result=bad&per_page=100')).body
    expect(meta.total).toBeGreaterThan(100)
    const { requests } = await openDashboard(service, '/reports?result=bad', faults)
    await untilRows(10)
    const copied = keepCopies()
    fireEvent.click(screen.getByRole('checkbox', { name: listWords.selectPage }))
    await hasSelected('10')
    await press(/that match$/, within(bar()))
    await press(reportSelectionWords.copyUrls, within(bar()))
    await toasts().findByText(reportSelectionWords.copied(meta.total))
    const urls = (await copied()).text!.split('\n')
    expect(urls).toHaveLength(meta.total)
    expect(urls.slice(0, 100)).toEqual(data.map(({ url }: { url: string }) => url))
    expect(requests.filter((one) => one.includes('/exports/reports.json'))).toHaveLength(exports)
    // The selection outlives the page.
    fireEvent.keyDown(box(0), { key: 'Escape' })
  })

  it('does nothing with all matches if the filter changes while they are read', async () => {
    const { on, aborted } = await open('/reports?result=bad', 60)
    on('GET', /^\/exports/, new Promise(() => {}))
    await untilRows(10)
    fireEvent.click(box(0))
    await press(/that match$/)
    await press(/^Delete/, within(bar()))
    fireEvent.click(screen.getByRole('radio', { name: 'Good' }))
    await waitFor(() => expect(aborted).toEqual([expect.stringContaining('GET /exports/reports.json')]))
    expect(toasts().queryByText(/^Deleting/)).toBeNull()
  })
})

describe('deleting reports', () => {
  it('is done at once, and Undo restores them', async () => {
    const { requests } = await open('/reports')
    await untilRows(10)
    const [, id, next] = rowIds()
    await removeRow(1)
    await waitFor(() => expect(rowIds()).not.toContain(id))
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain(`/reports/${next}`))
    await toasts().findByText(deletingWords.done(1))
    await press(restoringWords.undo, toasts())
    await toasts().findByText(restoringWords.restored('reports', 1))
    await waitFor(() => expect(rowIds()).toContain(id))
    expect(writes(requests)).toEqual([`DELETE /reports/${id}`, `POST /reports/${id}/restore`])
  })

  it('is undone by Ctrl Z too, the last one first', async () => {
    await open('/reports')
    await untilRows(10)
    const [one, other] = rowIds()
    for (const [at, id] of [one, other].entries()) {
      await removeRow(0)
      await waitFor(() => expect(rowIds()).not.toContain(id))
      const shown = () => toasts().queryAllByText(deletingWords.done(1))
      await waitFor(() => expect(shown()).toHaveLength(at + 1))
      // Toasts under the pointer stay, however slow the machine is.
      for (const toast of shown()) fireEvent.pointerOver(toast)
    }
    act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
    await waitFor(() => expect(rowIds()).toContain(other))
    expect(rowIds()).not.toContain(one)
    act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
    await waitFor(() => expect(rowIds()).toContain(one))
  })

  it('sends several in one request, and restores them in one', async () => {
    const { service, requests } = await open('/reports')
    await untilRows(10)
    const ids = rowIds().slice(0, 3)
    for (const at of [0, 1, 2]) fireEvent.click(box(at))
    await press(reportSelectionWords.remove('3'))
    await waitFor(() => expect(rowIds().filter((id) => ids.includes(id))).toEqual([]))
    await press(restoringWords.undo, toasts())
    await toasts().findByText(restoringWords.restored('reports', 3))
    await waitFor(() => expect(rowIds()).toEqual(expect.arrayContaining(ids)))
    for (const at of [0, 1, 2]) fireEvent.click(box(at))
    fireEvent.keyDown(box(0), { key: 'Delete' })
    await toasts().findByText(deletingWords.done(3))
    expect(writes(requests)).toEqual([
      'POST /bulk/reports/delete',
      'POST /bulk/reports/restore',
      'POST /bulk/reports/delete',
    ])
    for (const id of ids) expect((await service.call(`GET /api/v1/reports/${id}`)).status).toBe(404)
  })

  it('can be stopped if it takes several requests, and says how many were deleted', async () => {
    const service = await serviceWithReports(23)
    const { on, requests } = await openDashboard(service, '/reports', withoutExtensions)
    await untilRows(10)
    let respond: (fault: Fault) => void = () => {}
    on('DELETE', /^\/reports/, new Promise((resolve) => (respond = resolve)))
    fireEvent.click(screen.getByRole('checkbox', { name: listWords.selectPage }))
    await press(reportSelectionWords.remove('10'))
    const dialog = await screen.findByRole('dialog', { name: deletingWords.confirmTitle(10) })
    await press(deletingWords.confirm(10), within(dialog))
    await waitFor(() => expect(writes(requests)).toHaveLength(4))
    await press(batchWords.stop, toasts())
    await act(async () => respond({ status: 200 }))
    await toasts().findByText(deletingWords.stopped(4, 10))
    expect(writes(requests)).toHaveLength(4)
  })

  it('counts a report that was deleted elsewhere, which only its own deletion can undo', async () => {
    const { service } = await open('/reports')
    await untilRows(10)
    const [id] = rowIds()
    await service.call(`DELETE /api/v1/reports/${id}`)
    await removeRow(0)
    await toasts().findByText(deletingWords.done(1))
    await waitFor(() => expect(rowIds()).not.toContain(id))
    expect(toasts().queryByRole('button', { name: restoringWords.undo })).toBeNull()
  })

  it('offers no Undo once the disk limit is reached', async () => {
    const service = await serviceWithReports(23, { roomForJobs: { ...unlimitedRoom, isDiskFull: () => true } })
    await openDashboard(service, '/reports')
    await untilRows(10)
    const ids = rowIds()
    await removeRow(0)
    await toasts().findByText(deletingWords.done(1))
    await waitFor(() => expect(rowIds()).not.toContain(ids[0]))
    for (const at of [0, 1]) fireEvent.click(box(at))
    fireEvent.keyDown(box(0), { key: 'Delete' })
    await toasts().findByText(deletingWords.done(2))
    expect(toasts().queryByRole('button', { name: restoringWords.undo })).toBeNull()
  })

  it('that fails keeps the row, says why, and can be retried', async () => {
    const { service, on } = await open('/reports')
    await untilRows(10)
    const [id] = rowIds()
    const reason = 'This key may only read.'
    const ends = on('DELETE', `/reports/${id}`, { status: 403, body: { message: reason, status: 403 } })
    await removeRow(0)
    await toasts().findByText(deletingWords.failed(1, 1))
    expect((await toasts().findByRole('list', { name: 'Results' })).textContent).toContain(reason)
    expect(rowIds()).toContain(id)
    ends()
    await press(batchWords.retry(1), toasts())
    await toasts().findByText(deletingWords.done(1))
    expect((await service.call(`GET /api/v1/reports/${id}`)).status).toBe(404)
  })

  it('that fails in part can be undone and retried', { tags: 'all' }, async () => {
    const service = await serviceWithReports(501)
    const { on } = await openDashboard(service, '/reports')
    const total = async () => (await service.call('GET /api/v1/reports')).body.meta.total
    await untilRows(10)
    const ends = on('POST', '/bulk/reports/delete', { status: 403, body: { status: 403 } })
    fireEvent.click(box(0))
    // Its part of the page loads first.
    await waitFor(bar)
    await press(/that match$/, within(bar()))
    await press(/^Delete/, within(bar()))
    await toasts().findByText(deletingWords.failed(500, 501))
    await toasts().findByText(deletingWords.done(1))
    expect(await total()).toBe(500)
    ends()
    await press(restoringWords.undo, toasts())
    await waitFor(async () => expect(await total()).toBe(501))
    await press(batchWords.retry(500), toasts())
    await toasts().findByText(deletingWords.done(500))
    expect(await total()).toBe(1)
  })

  it('says if Undo comes too late or fails, and can then be retried', async () => {
    const { on } = await open('/reports')
    await untilRows(10)
    const [id] = rowIds()
    const body = { message: 'Resource not found.', code: 'not_found', status: 404 }
    on('POST', `/reports/${id}/restore`, { status: 404, body }, 1)
    const undo = async () => {
      await removeRow(0)
      await press(restoringWords.undo, toasts())
    }
    await undo()
    await toasts().findByText(restoringWords.lost(1, 1))
    await waitFor(() => expect(rowIds()).not.toContain(id))
    const [next] = rowIds()
    on('POST', `/reports/${next}/restore`, { status: 400, body: { message: 'No.', status: 400 } }, 1)
    await undo()
    await press(errorWords.retry, toasts())
    await waitFor(() => expect(rowIds()).toContain(next))
  })

  it('on the page of the report leads back to the list, and can be undone there', async () => {
    const { path } = await open('/reports')
    await untilRows(10)
    const [id] = rowIds()
    fireEvent.click(rows()[0]!.querySelector('a[href^="/reports/"]')!)
    await press(reportActionWords.more)
    fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
    await waitFor(() => expect(path()).toBe('/reports'))
    await waitFor(() => expect(rowIds()).not.toContain(id))
    await press(restoringWords.undo, toasts())
    await waitFor(() => expect(rowIds()).toContain(id))
  })

  describe('on other servers', () => {
    const dialog = async (count: number) =>
      within(await screen.findByRole('dialog', { name: deletingWords.confirmTitle(count) }))

    it('is confirmed first', async () => {
      const service = await serviceWithReports(23)
      const { requests, path } = await openDashboard(service, '/reports', withoutExtensions)
      await untilRows(10)
      const [id] = rowIds()
      await removeRow(0)
      await press(deletingWords.cancel, await dialog(1))
      fireEvent.click(rows()[0]!.querySelector('a[href^="/reports/"]')!)
      await press(reportActionWords.more)
      fireEvent.click(await screen.findByRole('menuitem', { name: reportMenuWords.remove }))
      await dialog(1)
      expect(path()).toContain(`/reports/${id}`)
      expect(writes(requests)).toEqual([])
      await press(deletingWords.confirm(1), await dialog(1))
      await waitFor(() => expect(path()).toBe('/reports'))
      await toasts().findByText(deletingWords.done(1))
      await waitFor(() => expect(rowIds()).not.toContain(id))
      expect(writes(requests)).toEqual([`DELETE /reports/${id}`])
    })

    it('goes one by one, four at a time, and waits for rate limits', async () => {
      const service = await serviceWithReports(23)
      const { requests, on } = await openDashboard(service, '/reports', withoutExtensions)
      await untilRows(10)
      const ids = rowIds()
      let respond: (fault: Fault) => void = () => {}
      const ends = on('DELETE', /^\/reports\/\d+$/, new Promise((resolve) => (respond = resolve)))
      fireEvent.click(screen.getByRole('checkbox', { name: listWords.selectPage }))
      await press(reportSelectionWords.remove('10'))
      await press(deletingWords.confirm(10), await dialog(10))
      await waitFor(() => expect(writes(requests)).toHaveLength(4))
      ends()
      respond({ status: 429, body: { message: 'Too many requests.' }, headers: { 'retry-after': '1' } })
      await toasts().findByText(deletingWords.done(10))
      expect(new Set(writes(requests)).size).toBe(10)
      for (const id of ids) expect((await service.call(`GET /api/v1/reports/${id}`)).status).toBe(404)
    })
  })
})

it('selected reports are run again as one job, whose progress and end a reload keeps, without a message', async () => {
  const { host, url } = await servePages({ '/one': smallPage, '/two': smallPage })
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  for (const page of ['one', 'two']) await service.call('POST /api/v1/reports', { form: { url: `${url}/${page}` } })
  const { requests } = await openDashboard(service, '/reports')
  await untilRows(2)
  for (const at of [0, 1]) fireEvent.click(box(at))
  await hasSelected('2')
  await press(reportSelectionWords.again, within(bar()))
  const tray = within(await screen.findByRole('region', { name: trayWords.label }))
  await tray.findByText(/Waiting to start/)
  const posts = requests.filter((one) => one.startsWith('POST'))
  expect(posts).toHaveLength(1)
  expect(toasts().queryByText(/re-r/i)).toBeNull()
  cleanup()
  await openDashboard(service, '/reports')
  await untilRows(2)
  within(await screen.findByRole('region', { name: trayWords.label })).getByText(/Waiting to start/)
  service.runJobs()
  await untilRows(4)
})

it('selected pages are run again one by one on a server without jobs, and the failed ones can be retried', async () => {
  const { host, url } = await servePages({ '/one': smallPage, '/two': smallPage, '/three': smallPage })
  const service = await serviceWithReports(0)
  service.allowHosts.add(host)
  for (const page of ['one', 'two', 'three'])
    await service.call('POST /api/v1/reports', { form: { url: `${url}/${page}` } })
  const { on } = await openDashboard(service, '/reports', withoutExtensions)
  await untilRows(3)
  const reason = 'That page could not be reached.'
  const ends = on('POST', /^\/reports .*two/, { status: 422, body: { message: reason, status: 422 } })
  for (const at of [0, 1, 2]) fireEvent.click(box(at))
  await hasSelected('3')
  await press(reportSelectionWords.again, within(bar()))
  await toasts().findByText(runningWords.failed(1, 3))
  const [results] = await toasts().findAllByRole('list', { name: 'Results' })
  expect(results?.textContent).toContain(reason)
  ends()
  await press(batchWords.retry(1), toasts())
  await toasts().findByText(runningWords.done(1))
  expect((await service.call('GET /api/v1/reports')).body.meta.total).toBe(6)
})
