// @vitest-environment dashboard
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createOneOfEach } from '#testing/service/one-of-each.ts'
import { sqliteService } from '#testing/service/service.ts'
import { openDashboard, serviceWithReports, untilRows } from '#testing/web/dashboard.tsx'
import { emptyListWords, listWords } from './words.ts'

it.each(['/settings/sharing', '/alerts'])('few rows of %s have no range below', async (path) => {
  const service = await sqliteService()
  await createOneOfEach(service)
  await openDashboard(service, path)
  await waitFor(() => expect(document.querySelector('main :is(ul, ol) li')).toBeTruthy())
  expect(screen.queryByRole('navigation', { name: listWords.pages })).toBeNull()
})

describe.each(['/settings/sharing', '/alerts', '/settings/activity'])('a page beyond the end of %s', (path) => {
  it('says which page is the last, and leads there', async () => {
    const service = await sqliteService()
    await createOneOfEach(service)
    const dashboard = await openDashboard(service, `${path}?page=99`)
    await screen.findByRole('heading', { name: emptyListWords.pastEnd('99') })
    expect(screen.getByText(emptyListWords.pastEndMore('1'))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: emptyListWords.goToNumber('1') }))
    await waitFor(() => expect(dashboard.path()).toBe(path))
    await waitFor(() => expect(document.querySelector('main :is(ul, ol, table) :is(li, tr)')).toBeTruthy())
  })
})

it('a rate limit counts down, and then the list loads', async () => {
  const fault = { status: 429, body: {}, headers: { 'retry-after': '5' } }
  await openDashboard(await serviceWithReports(3), '/reports?result=bad', [
    { method: 'GET', path: /^\/reports\?result=bad/, fault, left: 1 },
  ])
  await screen.findByText(/Trying again in [1-6] seconds?\./)
  await untilRows(2)
  await waitFor(() => expect(screen.queryByText(/Trying again/)).toBeNull())
})
