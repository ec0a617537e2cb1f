// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { daysAgo, figures, storeDaysOfClicks } from '#testing/store/search.ts'
import { openDashboard, rows, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { linksWords, sharingWords as words } from './words.ts'

async function openShareDialog() {
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  return within(await screen.findByRole('dialog'))
}

it('on other servers, only URLs are shared, and their lists offer no filter that they don’t know', async () => {
  const service = await serviceWithReports(23)
  const { requests } = await openDashboard(service, '/websites?privacy=0&sort_by=domain&sort=asc', withoutExtensions)
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Public' })).toBeNull())
  expect(requests.findLast((request) => request.startsWith('GET /websites?'))).not.toContain('privacy')
  expect(screen.queryByRole('link', { name: words.document })).toBeNull()
  const dialog = await openShareDialog()
  dialog.getByRole('button', { name: words.copy })
  expect(dialog.queryByRole('button', { name: words.createLink })).toBeNull()
})

it('a link to a website with figures of Google can show them, and says so among the links', async () => {
  const service = await sqliteService()
  const { db } = service.store
  await createReport(db, newReport({ url: 'https://shop.example/known', domain: 'shop.example' }))
  await storeDaysOfClicks(db, [daysAgo(1)], { '/known': figures(2, 40, 3) })
  await createReport(db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
  const { goTo } = await openDashboard(service, '/websites/2')
  const without = await openShareDialog()
  await without.findByRole('button', { name: words.create })
  expect(without.queryByRole('checkbox', { name: words.showClicks })).toBeNull()
  fireEvent.click(without.getByRole('button', { name: words.close }))
  await goTo('/websites/1')
  const dialog = await openShareDialog()
  await dialog.findByRole('checkbox', { name: words.showClicks })
  fireEvent.click(dialog.getByRole('radio', { name: words.layouts.document }))
  await waitFor(() => expect(dialog.queryByRole('checkbox', { name: words.showClicks })).toBeNull())
  fireEvent.click(dialog.getByRole('radio', { name: words.layouts.page }))
  fireEvent.click(await dialog.findByRole('checkbox', { name: words.showClicks }))
  fireEvent.click(dialog.getByRole('button', { name: words.create }))
  await screen.findByRole('dialog', { name: words.createdTitle })
  expect((await service.call('GET /api/v1/links')).body.data).toMatchObject([{ website_id: 1, clicks: true }])
  await goTo('/settings/sharing')
  await screen.findByText(linksWords.clicks, { exact: false })
})
