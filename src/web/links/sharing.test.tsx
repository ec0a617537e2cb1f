// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, rows, serviceWithReports, withoutExtensions } from '#testing/web/dashboard.tsx'
import { sharingWords as words } from './words.ts'

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
