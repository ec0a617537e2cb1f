// @vitest-environment dashboard
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { restoringWords } from '#web/resources/words.ts'
import { activityWords as words } from './words.ts'

it('an entry about a deletion restores the reports and websites that it names', async () => {
  const service = await serviceWithReports(3)
  const { call } = service
  const { data } = (await call('GET /api/v1/reports')).body
  const [one, ...others] = data.map(({ id }: { id: number }) => id)
  const total = async () => (await call('GET /api/v1/reports')).body.meta.total
  await call(`DELETE /api/v1/reports/${one}`)
  await call('POST /api/v1/bulk/reports/delete', { form: { ids: others.join() } })
  await openDashboard(service, '/settings/activity')
  const buttons = () => screen.queryAllByRole('button', { name: words.restore })
  await waitFor(() => expect(buttons()).toHaveLength(2))
  for (const left of [1, 0]) {
    fireEvent.click(buttons()[0]!)
    await waitFor(() => expect(buttons()).toHaveLength(left))
  }
  expect(await total()).toBe(3)
  await screen.findByText(restoringWords.restored('reports', 2))
})
