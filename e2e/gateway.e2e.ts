import type { Page } from '@playwright/test'
import { signInAgainWords, signInWords } from '#web/session/words.ts'
import { redirectToLogin } from './support/mock-server/faults.ts'
import { expect, test } from './support/mock-server/test.ts'
import { startGateway } from './support/service.ts'
import { analysePage } from './support/test.ts'

const firstRow = (page: Page) => page.locator('main tbody tr[data-row]').first()

test("the gateway serves the dashboard for another server with that server's key @all", async ({
  page,
  startServer,
}) => {
  const server = await startServer({ signedIn: false })
  const gateway = await startGateway(`${server.origin}/api/v1`)
  try {
    await page.context().addCookies([{ name: 'stray', value: '1', url: gateway.origin }])
    await page.goto(`${gateway.origin}/reports?result=bad`)
    await page.getByLabel(signInWords.label).fill('not-a-key')
    await page.getByRole('button', { name: signInWords.submit }).click()
    await expect(page.getByText('That key isn’t valid.')).toBeVisible()
    await page.getByLabel(signInWords.label).fill(server.key)
    await page.getByRole('button', { name: signInWords.submit }).click()
    await expect(page).toHaveURL(`${gateway.origin}/reports?result=bad`)
    await expect(firstRow(page)).toContainText('Bad')

    // The server redirects expired keys to its login page. The dashboard stays on its page.
    const endRedirects = server.on('GET', /^\/reports/, redirectToLogin())
    await firstRow(page).locator('a[href^="/reports/"]').click()
    const again = page.getByRole('dialog', { name: signInAgainWords.title })
    await expect(again.getByLabel(signInWords.label)).toBeVisible()
    endRedirects()
    await again.getByLabel(signInWords.label).fill(server.key)
    await again.getByRole('button', { name: signInAgainWords.submitKey }).click()
    const newest = server.reports.filter(({ result }) => result === 'bad').at(-1)
    const header = page.getByRole('main').locator('header').first()
    await expect(header).toContainText(newest?.domain ?? '')

    await analysePage(page, 'https://www.fresh.example/start')
    await expect(header).toContainText('fresh.example/start')

    const website = server.websites[0]
    await page.goto(`${gateway.origin}/websites/${website?.id}/privacy`)
    await page.getByRole('radio', { name: /^Password/ }).check()
    await page.getByRole('textbox', { name: /^Password/ }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`${gateway.origin}/websites/${website?.id}`)
    expect(website).toMatchObject({ privacy: 2, password: 'correct horse battery' })

    const received = server.requests.map(({ headers }) => headers)
    expect(new Set(received.map((headers) => headers['user-agent']))).toEqual(new Set(['SEO-Reports/0.1 (gateway)']))
    expect(received.filter((headers) => headers.cookie ?? headers.origin ?? headers.referer)).toEqual([])
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  } finally {
    await gateway.stop()
  }
})
