// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { openAnalyseDialog, openDashboard } from '#testing/web/dashboard.tsx'
import { paths } from '#web/app/paths.ts'
import { redirectFormWords, trayWords } from '#web/jobs/words.ts'
import { redirectWords as words, runsWords } from './words.ts'

const table = (name = words.redirects) => screen.findByRole('table', { name })
const rowsIn = async (name?: string) => within(await table(name)).getAllByRole('rowheader')

/** A website with a redirect as expected, one to its home page, and a page that its map forgets. */
async function open(path: string) {
  const service = await sqliteService()
  const { host, url } = await servePages({
    '/': smallPage,
    '/new': smallPage,
    '/old': (_, response) => response.writeHead(301, { location: '/new' }).end(),
    '/lost': (_, response) => response.writeHead(302, { location: '/' }).end(),
  })
  service.allowHosts.add(host)
  await createReport(service.store.db, newReport({ url: `${url}/forgotten`, domain: host }))
  service.runJobs({ retriesMs: [] })
  return { service, url, ...(await openDashboard(service, path)) }
}

it('a pasted map names its wrong lines and its loops, and is checked without them', async () => {
  const { url, service } = await open('/runs')
  await openAnalyseDialog('redirects')
  const dialog = within(screen.getByRole('dialog'))
  const map = ['Old;New', `${url}/old;/new`, `${url}/lost;`, `${url}/a;/b`, `${url}/b;/a`].join('\n')
  fireEvent.change(dialog.getByLabelText(redirectFormWords.label), { target: { value: map } })
  await dialog.findByText(redirectFormWords.summary(3, 1))
  dialog.getByText(redirectFormWords.problem({ kind: 'needs_two' }))
  dialog.getByText(redirectFormWords.loops([4, 5]))
  fireEvent.click(dialog.getByRole('button', { name: redirectFormWords.check(3) }))
  const tray = within(await screen.findByRole('region', { name: trayWords.label }))
  await tray.findByText('3 redirects checked')
  expect(tray.getByRole('link', { name: trayWords.viewRedirects }).getAttribute('href')).toBe(paths.redirects(1))
  const { data } = (await service.call('GET /api/v1/jobs/1/redirects')).body
  expect(data.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5])
})

it('the rows of a map are filtered by result and sorted in the URL, and can be checked again', async () => {
  const { url, service, goTo, path } = await open('/runs')
  const form = { redirects: `${url}/old,/new\n${url}/lost,/new`, label: 'Move' }
  await service.call('POST /api/v1/jobs', { form })
  await expect.poll(async () => (await service.call('GET /api/v1/jobs/1')).body.data.state).toBe('done')
  await goTo('/runs/1/redirects')
  await screen.findByRole('heading', { level: 1, name: 'Move' })
  await screen.findByText(
    trayWords.state({ kind: 'redirects', state: 'done', counts: { total: 2, done: 2, failed: 0 } }),
  )
  expect(await rowsIn()).toHaveLength(2)
  within(await table()).getByText(words.results.home_page)
  fireEvent.change(screen.getByLabelText(words.result), { target: { value: 'home_page' } })
  await waitFor(async () => expect(await rowsIn()).toHaveLength(1))
  expect(path()).toBe('/runs/1/redirects?result=home_page')
  fireEvent.click(within(await table()).getByRole('button', { name: words.columns.hops }))
  await waitFor(() => expect(path()).toBe('/runs/1/redirects?result=home_page&sort_by=hops'))
  fireEvent.click(screen.getByRole('button', { name: runsWords.repeatOf('Move') }))
  await expect
    .poll(async () => (await service.call('GET /api/v1/jobs/1/urls')).body.data)
    .toMatchObject([
      { state: 'done', attempts: 1 },
      { state: 'done', attempts: 1 },
    ])
})

it('the known pages that no row names are listed beside it', async () => {
  const { url, service, goTo } = await open('/runs')
  await service.call('POST /api/v1/jobs', { form: { redirects: `${url}/old,/new` } })
  await expect.poll(async () => (await service.call('GET /api/v1/jobs/1')).body.data.state).toBe('done')
  await goTo('/runs/1/redirects?tab=unnamed')
  const [row, ...others] = await rowsIn(words.unnamed)
  expect([row?.textContent, others]).toEqual([expect.stringContaining('/forgotten'), []])
})

it('another run has no redirects', async () => {
  const { service, goTo } = await open('/runs')
  await service.call('POST /api/v1/jobs', { form: { urls: 'https://shop.example/' } })
  await goTo('/runs/1/redirects')
  await screen.findByRole('heading', { level: 1, name: words.missing })
})
