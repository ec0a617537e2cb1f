// @vitest-environment dashboard
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { digestProbes } from '#analyser/facts/probes.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { failedProbe } from '#testing/pages/fetched-page.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { reportWords } from './words.ts'

it.each([
  ['says that its links are checked later, while its crawl runs', 'crawl_running' as const, 1],
  ['says nothing of a crawl if its links couldn’t be checked', undefined, 0],
])('a report %s', async (_, reason_code, expected) => {
  const service = await sqliteService()
  const unknown = newCheckResult({
    outcome: 'unknown',
    passed: false,
    title: 'Not checked yet',
    reason: 'Links are checked when the crawl ends.',
    ...(reason_code && { reason_code }),
  })
  const evaluation = newEvaluation({ results: { 'broken-internal': unknown } })
  const { id } = await createReport(service.store.db, newReport({ evaluation }))
  await openDashboard(service, `/reports/${id}`)
  await screen.findAllByText(/Links are checked when the crawl ends/)
  expect(screen.queryAllByText(reportWords.linksPending)).toHaveLength(expected)
})

it('has one line for what a silent host left unchecked', async () => {
  const service = await sqliteService()
  const open = (name: string, file: string) =>
    newCheckResult({
      outcome: 'unknown',
      passed: false,
      title: `We couldn’t check ${name}`,
      evidence: [{ url: `https://cdn.example.com/${file}`, note: 'timeout' }],
    })
  const results = {
    'og-image': open('the image', 'a.png'),
    favicon: open('the favicon', 'favicon.ico'),
    'llms-txt': { ...open('llms.txt', ''), evidence: [{ url: 'https://other.example/llms.txt' }] },
  }
  const { facts } = newReport()
  const files = ['a.png', 'favicon.ico', 'b.css'].map((file) => `https://cdn.example.com/${file}`)
  const probes = digestProbes(files.map((file) => failedProbe('resource', file, 'timeout')))
  const report = newReport({ facts: { ...facts, probes }, evaluation: newEvaluation({ results }) })
  const { id } = await createReport(service.store.db, report)
  await openDashboard(service, `/reports/${id}`)
  const host = { host: 'cdn.example.com', links: 0, files: 3, robots_unavailable: false }
  const line = (await screen.findByText(reportWords.unresponsive(host))).closest('details')
  const titles = (of: Element | null | undefined) => [...(of?.querySelectorAll('h3') ?? [])].map((h3) => h3.textContent)
  expect(titles(line)).toEqual(['We couldn’t check the image', 'We couldn’t check the favicon'])
  expect(titles(line?.parentElement?.closest('details'))).toHaveLength(3)
})

it('folds findings without points away, those of the whole website apart', async () => {
  const service = await sqliteService()
  const note = (title: string) => newCheckResult({ outcome: 'info', scored: false, title })
  const results = {
    readability: note('The text is easy to read'),
    'ai-search': note('robots.txt allows all AI search crawlers'),
    'llms-txt': note('The website has no llms.txt'),
    'title-present': newCheckResult({
      outcome: 'fail',
      passed: false,
      title: 'The page has no title',
      points_lost: 12,
    }),
  }
  const { id } = await createReport(service.store.db, newReport({ evaluation: newEvaluation({ results }) }))
  await openDashboard(service, `/reports/${id}`)
  const summary = await screen.findByText(reportWords.forInformation(2))
  const fold = summary.closest('details')
  expect(fold?.open).toBe(false)
  const titles = (of: Element | null | undefined) => [...(of?.querySelectorAll('h3') ?? [])].map((h3) => h3.textContent)
  // The website's own page has what its robots.txt allows AI crawlers.
  expect(titles(fold)).toEqual(['The text is easy to read', 'The website has no llms.txt'])
  const ofWebsite = screen.getByText(reportWords.ofWebsite(1)).closest('details')
  expect([ofWebsite?.open, fold?.contains(ofWebsite)]).toEqual([false, true])
  expect(titles(ofWebsite)).toEqual(['The website has no llms.txt'])
})
