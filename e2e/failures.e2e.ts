import type { Page } from '@playwright/test'
import { bannerWords } from '#web/app/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { signInAgainWords, signInWords } from '#web/session/words.ts'
import { expect, test } from './support/mock-server/test.ts'
import { keysWork } from './support/test.ts'

const alerts = (page: Page) => page.getByRole('alert')

test('a rejected key is asked for in a dialog, and other tabs follow @all', async ({ page, context, startServer }) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports?result=bad`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.origin}/websites`)
  await expect(other.getByRole('row').nth(3)).toBeVisible()
  server.key = 'another'
  for (const one of [other, page]) {
    await one.bringToFront()
    await one.getByRole('searchbox').fill('example')
    await expect(one.getByRole('dialog')).toContainText(signInAgainWords.title)
    await expect(one.getByRole('row', { includeHidden: true }).nth(3)).toBeVisible()
  }
  await page.getByRole('dialog').getByLabel(signInWords.label).fill('another')
  await page.getByRole('dialog').getByRole('button', { name: signInAgainWords.submitKey }).click()
  for (const one of [page, other]) {
    await expect(one.getByRole('dialog')).toBeHidden()
    await expect(one.getByRole('row').nth(3)).toBeVisible()
    await expect(one.getByRole('alert')).toHaveCount(0)
  }
  await expect(page.getByRole('searchbox')).toHaveValue('example')
})

test('after sleep the page reloads its data without a timeout message @all', async ({ page, startServer }) => {
  const server = await startServer()
  await page.clock.install()
  // Five seconds after the page the watch for sleep starts, and right after it the other pages are fetched.
  const watched = page.waitForRequest(/activity-page/)
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByText('60', { exact: true }).first()).toBeVisible()
  await keysWork(page)
  const url = 'https://new.example/'
  server.reports.push({ ...server.reports[0]!, id: 61, url, created_at: new Date().toISOString() })
  await page.clock.runFor(6000)
  await watched
  await page.clock.fastForward(8 * 3_600_000)
  await expect(page.getByRole('link', { name: 'Reports 61' })).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
})

test("with a clock that is 5 h off, ages are computed by the server's clock @all", async ({ page, startServer }) => {
  const server = await startServer({ reports: 3 })
  for (const [at, report] of server.reports.entries())
    report.created_at = new Date(Date.now() - at * 3_600_000 - 60_000).toISOString()
  await page.clock.install({ time: Date.now() + 5 * 3_600_000 })
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByRole('row').filter({ hasText: '1 hr ago' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: '2 hr ago' })).toHaveCount(1)
})

test('without a network the page shows a message, keeps its data and reloads it afterwards @all', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports`)
  await keysWork(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: bannerWords.offline })).toBeVisible()
  await page.getByRole('searchbox', { name: reportsWords.search }).fill('birch')
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(bannerWords.offline)).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('birch')
})

test.describe('a dashboard whose scripts fail to load', () => {
  test.use({ tolerated: [/Failed to load resource/] })
  test('shows a message and works after a reload @all', async ({ page, startServer }) => {
    const { origin } = await startServer()
    await page.route(/\/assets\/libraries-[^/]*\.js$/, (route) => route.abort())
    await page.goto(`${origin}/reports`)
    await expect(page.getByRole('alert')).toHaveText(
      'The dashboard didn’t load. Check your connection, then reload the page.',
    )
    await page.unrouteAll()
    await page.getByRole('link', { name: 'reload the page' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
