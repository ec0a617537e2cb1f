import { keyFile, startGoogle } from '#testing/google/google.ts'
import {
  atRiskWords,
  googleSettingsWords,
  searchHistoryWords,
  unmatchedWords,
  websiteGoogleWords as words,
} from '#web/google/words.ts'
import { searchFigureWords } from '#web/list/words.ts'
import { issueWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { preparedData } from './support/prepared-data.ts'
import { startService } from './support/service.ts'
import { createAccount, expect, owner, settled, signInLink, test } from './support/test.ts'

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

type Page = { url: string; report_id: number; indexability: string | null; status: number | null }

test('a service account brings clicks to pages, issues, pages at risk and a report', async ({ browser }) => {
  test.setTimeout(120_000)
  const google = await startGoogle({ lastDay: daysAgo(3) })
  const service = await startService({
    data: preparedData('seeded'),
    environment: { SEO_REPORTS_GOOGLE_URL: google.origin },
  })
  const [website] = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data
  const { id, domain } = website
  const pages = (await service.api(`/api/v1/websites/${id}/pages?per_page=100`)).body.data as Page[]
  google.world.properties = [{ siteUrl: `sc-domain:${domain}`, permissionLevel: 'siteOwner' }]
  const shown = pages.map(({ url }, at) => ({ url, clicks: at + 1, impressions: 500, position: 4 }))
  const most = pages.at(-1)!
  google.world.pagesOf = (day) => (day >= daysAgo(60) ? shown : [])
  google.world.queries = [{ url: most.url, query: 'oak lamp', clicks: 20, impressions: 90, position: 2 }]

  const context = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(await signInLink(service))
  await createAccount(page, owner)
  await expect(page).toHaveURL('/')
  await page.goto('/settings/google')
  await expect(page.getByRole('heading', { name: googleSettingsWords.search.title })).toBeVisible()

  await page.goto(`/websites/${id}/google`)
  await page.getByRole('button', { name: words.doors.service.action }).click()
  await page.getByLabel('Key file (JSON)').fill(keyFile())
  await page.getByRole('dialog').getByRole('button', { name: words.service.submit }).click()
  await page.getByRole('radio').check()
  await page.getByRole('button', { name: words.property.submit }).click()
  const isPulled = async () => (await service.api(`/api/v1/websites/${id}/search`)).body.data.last_day
  await expect.poll(isPulled, { timeout: 60_000 }).toBe(daysAgo(3))
  const known = async () => (await service.api(`/api/v1/websites/${id}/pages?clicks=1-`)).body.meta.total
  await expect.poll(known, { timeout: 60_000 }).toBe(pages.length)
  await page.reload()
  await expect(page.getByRole('heading', { name: unmatchedWords.none })).toBeVisible()
  await settled(page)
  await expectNoFindings(page, 'a website at Google', [desk, phone])
  await page.setViewportSize(desk)

  await page.goto(`/websites/${id}?tab=pages`)
  await page.getByRole('button', { name: searchFigureWords.clicks }).click()
  await expect(page).toHaveURL(/sort_by=clicks/)
  await expect(page.locator('tbody tr').first()).toContainText(new URL(most.url).pathname)

  await page.goto(`/websites/${id}?tab=issues`)
  const byClicks = page.getByRole('button', { name: issueWords.byClicks })
  await byClicks.press('Enter')
  await expect(page).toHaveURL(`/websites/${id}?tab=issues&sort_by=clicks`)
  await expect(byClicks).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(byClicks).toHaveAttribute('aria-pressed', 'false')
  const risk = (await service.api(`/api/v1/websites/${id}/at-risk`)).body
  expect(risk.data.length).toBeGreaterThan(0)
  await page.goto('/')
  await page.getByRole('region', { name: atRiskWords.title }).getByRole('link', { name: domain }).click()
  const list = page.getByRole('table', { name: atRiskWords.title })
  await expect(list.locator('tbody tr').first()).toContainText(atRiskWords.causes[risk.data[0].cause as 'noindex'])
  await settled(page)
  await expectNoFindings(page, 'pages at risk', [desk])

  await page.goto(`/reports/${most.report_id}`)
  await page.getByRole('link', { name: searchHistoryWords.title }).click()
  await expect(page.getByText('oak lamp').first()).toBeVisible()
  await context.close()
  await service.stop()
  await google.close()
})
