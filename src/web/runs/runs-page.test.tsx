// @vitest-environment dashboard
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createJob, type NewJob } from '#service/store/jobs/jobs.ts'
import { insertRunWithoutJob } from '#service/store/jobs/runs.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService, type TestService } from '#testing/service/service.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { trayWords } from '#web/jobs/words.ts'
import { runsWords as words } from './words.ts'

const label = 'Autumn shop '.repeat(9).slice(0, 100)
const ofOthers = {
  kind: 'urls',
  label,
  url: null,
  crawl: null,
  author_id: 'OtherKey',
  author_name: 'Dana Whitfield',
} as const

const addJob = ({ store }: TestService, urls: string[], more: Partial<NewJob> = {}) =>
  store.db.transaction().execute((tx) =>
    createJob(tx, {
      ...ofOthers,
      urls: urls.map((url, at) => ({ line: at + 1, url, host: new URL(url).host })),
      ...more,
    }),
  )

const table = () => within(screen.getByRole('table', { name: words.title }))
const row = async (name: string) => within(await table().findByRole('row', { name: new RegExp(name) }))
const rowCount = () => screen.queryAllByRole('rowheader').length

it('a failed run of someone else shows its failed URLs with the reasons, and can be tried again', async () => {
  const { host, url } = await servePages({ '/one': smallPage })
  const service = await sqliteService()
  service.allowHosts.add(host)
  await addJob(service, [`${url}/one`, 'https://other.invalid/'])
  service.runJobs({ retriesMs: [] })
  await expect.poll(async () => (await service.call('GET /api/v1/runs?state=open')).body.meta.total).toBe(0)
  await openDashboard(service, '/runs')
  await screen.findByRole('table', { name: words.title })
  const run = await row(label)
  run.getByText('1 page · 1 failed')
  run.getByText('Dana Whitfield')
  fireEvent.click(run.getByRole('button', { name: words.details(label) }))
  const dialog = within(await screen.findByRole('dialog', { name: label }))
  expect((await dialog.findByText(/other\.invalid/)).closest('li')?.textContent).toMatch(/reach|resolve|find/)
  fireEvent.click(dialog.getByRole('button', { name: words.retryOf(1, label) }))
  // It runs and fails again.
  await expect
    .poll(async () => (await service.call('GET /api/v1/jobs/1/urls?state=failed')).body.data)
    .toMatchObject([{ attempts: 1 }])
})

it('a running one shows its progress, and can be cancelled', async () => {
  const service = await sqliteService()
  const id = await addJob(service, ['https://shop.example/a', 'https://shop.example/b'])
  await service.store.db.updateTable('jobs').set({ state: 'running' }).execute()
  await openDashboard(service, '/runs')
  await screen.findByRole('table', { name: words.title })
  const run = await row(label)
  run.getByRole('progressbar')
  fireEvent.click(run.getByRole('button', { name: words.cancelOf(label) }))
  fireEvent.click(await screen.findByRole('button', { name: trayWords.cancelConfirm }))
  await run.findByText('Cancelled at 0 of 2')
  expect((await service.call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('cancelled')
  expect(run.queryByRole('progressbar')).toBeNull()
})

it('a read-only key sees everything, and each button says why it does nothing', async () => {
  const service = await sqliteService()
  await addJob(service, ['https://shop.example/a'])
  const { requests } = await openDashboard({ ...service, key: service.readKey }, '/runs')
  await screen.findByRole('table', { name: words.title })
  const cancel = (await row(label)).getByRole('button', { name: words.cancelOf(label) })
  expect([cancel.getAttribute('aria-disabled'), cancel.title]).toEqual(['true', words.readOnly])
  screen.getByText(words.seesOnly)
  fireEvent.click(cancel)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})

it('a run of a deleted website names its domain, a skipped one says why, and old ones can’t be tried again', async () => {
  const service = await sqliteService()
  const { db } = service.store
  const { host, url } = await servePages({ '/': smallPage })
  service.allowHosts.add(host)
  const { website_id } = (await service.call('POST /api/v1/reports', { form: { url: `${url}/` } })).body.data
  await addJob(service, [`${url}/gone`])
  const end = { state: 'failed', queued: 0, failed: 1, urls_kept: 0, finished_at: '2026-05-01T00:00:00.000Z' } as const
  await db.updateTable('jobs').set(end).execute()
  await db.deleteFrom('job_urls').execute()
  const ofSchedule = { ...ofOthers, label: 'Schedule: shop', schedule_id: 3, domain: host }
  await db.transaction().execute((tx) => insertRunWithoutJob(tx, ofSchedule, 'skipped'))
  await openDashboard(service, `/runs?website_id=${website_id}`)
  await screen.findByRole('table', { name: words.title })
  expect(rowCount()).toBe(2)
  expect((await row(label)).getByRole('link', { name: host }).getAttribute('href')).toContain(`/websites/${website_id}`)
  const retry = (await row(label)).getByRole('button', { name: words.retryOf(1, label) })
  expect([retry.getAttribute('aria-disabled'), retry.title]).toEqual(['true', words.urlsGone])
  ;(await row('Schedule: shop')).getByText(words.withoutJob.skipped)

  await deleteWebsite(db, website_id)
  cleanup()
  const { goTo } = await openDashboard(service, '/runs')
  await waitFor(() => expect(rowCount()).toBe(2))
  const deleted = await row(label)
  deleted.getByText(host)
  expect(deleted.queryByRole('link', { name: host })).toBeNull()
  await goTo('/runs?state=skipped')
  await waitFor(() => expect(rowCount()).toBe(1))
  await goTo('/runs?state=lost&per_page=7&from=2026-02-31&kind=crawl')
  await screen.findByText(/“state=lost” isn’t valid/)
  await screen.findByText(words.noMatch)
})

it('the schedules that were among the alerts are here', async () => {
  const { path } = await openDashboard(await sqliteService(), '/alerts?tab=schedules')
  await screen.findByRole('heading', { level: 1, name: words.schedules })
  expect(path()).toBe('/runs?tab=schedules')
})
