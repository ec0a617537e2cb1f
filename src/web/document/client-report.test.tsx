// @vitest-environment dashboard
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { googleReasons } from '#contract/reports/google-reasons.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'
import { openDashboard } from '#testing/web/dashboard.tsx'
import { documentWords as words } from './words.ts'

/** A service with 20 indexable pages of a website and one that is set to noindex, all analysed on one day. */
async function withPages() {
  const service = await sqliteService()
  const { state } = newReport()
  const created_at = '2026-11-20T08:00:00.000Z'
  const page = (path: string, given: object) =>
    createReport(service.store.db, newReport({ url: `https://shop.example${path}`, created_at, ...given }))
  for (let at = 1; at <= 20; at++) await page(`/${at}`, { score: 100 - at, title: `Page ${at}` })
  const blocked = { ...state, indexability: 'blocked', indexing_code: 'noindex', main_issue: 'noindex' } as const
  const { website_id: website } = await page('/private', { score: 49, title: 'Private', state: blocked })
  return { service, website }
}

const tableOf = async (caption: string) => screen.findByRole('table', { name: caption })
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('rowheader')

it('begins with how many pages can be found, and lists the worst of them with their number', async () => {
  const { service, website } = await withPages()
  await openDashboard(service, `/websites/${website}/document`)
  const [headline] = await screen.findAllByRole('heading', { level: 2, name: words.summary.found(20, 21) })
  expect(headline).toBeDefined()
  const worst = await tableOf('15 worst of 20 indexable pages')
  expect(rowsOf(worst).map((row) => row.textContent)).toEqual(
    Array.from({ length: 15 }, (_, at) => `Page ${20 - at}/${20 - at}`),
  )
  const blocked = await tableOf(words.cannotBeFound(1, 1))
  expect(rowsOf(blocked).map((row) => row.textContent)).toEqual(['Private/private'])
  expect(blocked.textContent).toContain(words.blockedBy.noindex)
  expect(blocked.textContent).toContain(words.googleReason(googleReasons.noindex))
})

it('says the day of the analyses once', async () => {
  const { service, website } = await withPages()
  await openDashboard(service, `/websites/${website}/document`)
  await tableOf('15 worst of 20 indexable pages')
  const text = document.querySelector('article')?.textContent ?? ''
  expect(text.split(words.day('2026-11-20T08:00:00.000Z'))).toHaveLength(2)
})

it('of a list begins with the page that can’t be found, whatever the order of the list', async () => {
  const { service, website } = await withPages()
  await openDashboard(service, `/documents/reports?website_id=${website}&latest=1&sort_by=id&sort=desc`)
  const pages = await tableOf('15 worst of 21 pages')
  expect(rowsOf(pages)).toHaveLength(15)
  expect(rowsOf(pages)[0]?.textContent).toBe('Private/private')
  expect(rowsOf(pages)[1]?.textContent).toBe('Page 20/20')
})

it('is printed by the browser only if the server makes no PDF files', async () => {
  const { service, website } = await withPages()
  await openDashboard(service, `/websites/${website}/document`)
  await tableOf('15 worst of 20 indexable pages')
  const extensions = (await service.call('GET /api/v1')).body.extensions as string[]
  const names = [words.download, words.printOrSave].filter((name) => screen.queryByRole('button', { name }))
  expect(names).toEqual([extensions.includes('document_pdf') ? words.download : words.printOrSave])
})
