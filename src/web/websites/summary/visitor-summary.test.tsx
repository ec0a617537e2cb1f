// @vitest-environment dashboard
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openDashboard, serviceWithReports } from '#testing/web/dashboard.tsx'
import { summaryWords as words } from './words.ts'

it('opens a shared website with what broke, what was fixed and what comes next', async () => {
  const service = await serviceWithReports(0)
  const report = (path: string, outcome: 'pass' | 'fail') => {
    const result = newCheckResult({ outcome, passed: outcome === 'pass', points_lost: outcome === 'pass' ? 0 : 8 })
    const evaluation = newEvaluation({ results: { 'title-present': result } })
    const score = outcome === 'pass' ? 100 : 92
    const created_at = new Date().toISOString()
    return createReport(
      service.store.db,
      newReport({ url: `https://shop.example${path}`, score, evaluation, created_at }),
    )
  }
  for (const [before, after, paths] of [
    ['pass', 'fail', ['/broken', '/other']],
    ['fail', 'pass', ['/repaired']],
  ] as const)
    for (const path of paths) for (const outcome of [before, after]) await report(path, outcome)
  const website = (await service.call('GET /api/v1/websites')).body.data[0]
  await service.call(`PUT /api/v1/websites/${website.id}`, { form: { privacy: '0' } })
  await openDashboard({ ...service, key: '' }, `/websites/${website.id}`)
  const summary = within(await screen.findByRole('region', { name: words.label }))
  const part = (title: string) => summary.getByText(title, { exact: false }).closest('section')?.textContent
  expect(part(words.broke(1))).toContain(`The page has no title tag ${words.pages(2)}`)
  expect(part(words.fixed(1))).toContain(words.pages(1))
  expect(part(words.next(1))).toContain(words.pages(2))
})
