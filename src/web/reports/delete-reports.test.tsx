// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Fault, openDashboard, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { batchWords } from '#web/list/words.ts'
import { deleteReports } from './delete-reports.tsx'
import { deletingWords } from './words.ts'

const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const pressStop = async () => fireEvent.click(await toasts().findByRole('button', { name: batchWords.stop }))

describe('deleting reports in groups on our own service', () => {
  const deleteMany = async (count: number) => {
    const { on, requests } = await openDashboard(await serviceWithReports(10), '/reports')
    await untilRows(10)
    const body = { data: [], deleted: 0, restorable_until: null, status: 200 }
    let respond: (fault: Fault) => void = () => {}
    on('POST', '/bulk/reports/delete', new Promise((resolve) => (respond = resolve)))
    const reports = Array.from({ length: count }, (_, at) => ({ id: at + 1000, url: `https://${at}.example/` }))
    return {
      start: () => act(async () => void deleteReports(reports, { showDialog() {} })),
      endOne: () => on('POST', '/bulk/reports/delete', { status: 200, body }, 1),
      sent: (posts: number) =>
        waitFor(() => expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(posts)),
      end: () => act(async () => respond({ status: 200, body })),
    }
  }

  it('can be stopped as long as a group has not been sent', async () => {
    const { start, sent, end } = await deleteMany(2002)
    await start()
    await sent(4)
    await pressStop()
    await end()
    await toasts().findByText(deletingWords.stopped(2000, 2002))
    await sent(4)
  })

  it('is done, not stopped, if all groups were sent before', async () => {
    const { start, endOne, sent, end } = await deleteMany(2002)
    endOne()
    await start()
    await sent(5)
    await pressStop()
    await end()
    await toasts().findByText(deletingWords.done(2002))
  })

  it('offers no Stop if all groups are sent at once', async () => {
    const { start, sent, end } = await deleteMany(2000)
    await start()
    await sent(4)
    expect(toasts().queryByRole('button', { name: batchWords.stop })).toBeNull()
    await end()
    await toasts().findByText(deletingWords.done(2000))
  })
})
