// @vitest-environment dashboard
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import {
  lost,
  openDashboard,
  openPageForm,
  rows,
  serviceWithReports,
  untilRows,
  withoutExtensions,
} from '#testing/web/dashboard.tsx'
import { selectionWords } from '#web/list/words.ts'
import { reportSelectionWords, runningWords } from '#web/reports/words.ts'
import { pendingWords } from './words.ts'

const sent = (requests: string[]) => requests.filter((one) => one.startsWith('POST'))

describe('on a server that knows no Idempotency-Key, an analysis whose response is lost', () => {
  async function open(paths: string[]) {
    const { host, url } = await servePages(Object.fromEntries(paths.map((path) => [path, smallPage])))
    const service = await serviceWithReports(0)
    service.allowHosts.add(host)
    return { url, service, dashboard: () => openDashboard(service, '/reports', withoutExtensions) }
  }
  const saysUnknown = async () => {
    const notice = await screen.findByRole('region', { name: pendingWords.label })
    const text = `${pendingWords.why('network')} ${pendingWords.unknown}`
    await waitFor(() => expect(notice.textContent).toContain(text))
  }

  it('is sent once, and the reports of its URL are linked', async () => {
    const { url, dashboard } = await open(['/vases'])
    const { on, path, requests } = await dashboard()
    on('POST', '/reports', lost, 1)
    const field = await openPageForm()
    fireEvent.change(field, { target: { value: `${url}/vases` } })
    fireEvent.submit(field.form!)
    await saysUnknown()
    fireEvent.click(screen.getByRole('button', { name: pendingWords.find }))
    await waitFor(() => expect(path()).toMatch(/^\/reports\?search=/))
    await untilRows(1)
    expect(rows()[0]!.textContent).toContain('/vases')
    await waitFor(() => expect(screen.queryByRole('region', { name: pendingWords.label })).toBeNull())
    expect(sent(requests)).toHaveLength(1)
  })

  it('is repeated with others only if it certainly failed', async () => {
    const paths = ['/one', '/two', '/three']
    const { url, service, dashboard } = await open(paths)
    for (const path of paths) await service.call('POST /api/v1/reports', { form: { url: url + path } })
    const { on, requests } = await dashboard()
    await untilRows(3)
    on('POST', /^\/reports .*one/, lost, 1)
    on('POST', /^\/reports .*two/, { status: 500, body: {} }, 1)
    for (const row of rows()) await act(async () => void fireEvent.click(within(row).getByRole('checkbox')))
    const bar = within(await screen.findByRole('region', { name: selectionWords.bar }))
    fireEvent.click(await bar.findByRole('button', { name: reportSelectionWords.again }))
    await saysUnknown()
    const card = within(screen.getByRole('region', { name: 'Notifications' }))
    await card.findByText(/1 of 3 reports couldn’t be re-run\. 1 with an unknown result/)
    fireEvent.click(card.getByRole('button', { name: /^Retry/ }))
    await card.findByText(runningWords.done(1))
    expect(sent(requests)).toHaveLength(4)
  })
})
