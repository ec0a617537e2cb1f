import { checkBodyWords, checksPageWords } from '#web/checks/words.ts'
import { errorWords } from '#web/data/error-words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { visitorWords } from '#web/session/visitor-words.ts'
import { signInWords } from '#web/session/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const signedOut = { cookies: [], origins: [] }

test.describe('without a key', () => {
  test.use({ storageState: signedOut })

  test('every check is listed by category, and the search covers all texts', async ({ page, service }) => {
    const { data } = (await service.api('/api/v1/checks')).body
    await page.goto('/checks')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checks')
    await expect(page).toHaveTitle('Checks · SEO Reports')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(data.length)
    await expect(
      page.getByRole('table', { name: 'Crawling' }).getByRole('row', { name: /robots-blocked/ }),
    ).toContainText(/High\s*Blocker.*12.*Required/s)
    await page.getByRole('searchbox', { name: checksPageWords.search }).fill('580 px')
    await expect(page).toHaveURL(/\?search=580/)
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: checksPageWords.found(1, data.length) })).toBeVisible()
    await page.getByRole('searchbox', { name: checksPageWords.search }).fill('nothing speaks of this')
    await page.getByRole('button', { name: checksPageWords.clearSearch }).click()
    await expect(rows).toHaveCount(data.length)
  })

  test('checks are found by the words that people use', async ({ page }) => {
    const expected: [search: string, name: string][] = [
      ['schema', 'Structured data'],
      ['schema markup', 'JSON-LD syntax'],
      ['canonical tag', 'Canonical tag'],
      ['alt tag', 'Image alt text'],
      ['meta tags', 'Meta description'],
      ['title length', 'Title length'],
      ['duplicate title', 'Duplicate title'],
      ['ssl certificate', 'SSL/TLS certificate'],
      ['indexability', 'Noindex'],
      ['mobile friendly', 'Mobile viewport'],
      ['404 errors', 'Broken internal links'],
      ['keyword density', 'Keyword stuffing'],
      ['thin content', 'Word count'],
    ]
    await page.goto('/checks')
    for (const [search, name] of expected) {
      await page.getByRole('searchbox', { name: checksPageWords.search }).fill(search)
      await expect(page).toHaveURL(new RegExp(`search=${search.replaceAll(' ', '(\\+|%20)')}$`))
      await expect(page.getByRole('table').getByRole('link', { name, exact: true })).toBeVisible()
    }
  })

  test("a check's page shows its name, both titles, its limits and its points", async ({ page, service }) => {
    const { data } = (await service.api('/api/v1/checks')).body
    const blocker = data.find(({ id }: { id: string }) => id === 'noindex')
    await page.goto('/checks')
    await page.getByRole('link', { name: blocker.name, exact: true }).click()
    await expect(page).toHaveURL(/\/checks\/noindex$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(blocker.name)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const main = page.getByRole('main')
    for (const text of [
      blocker.title_pass,
      blocker.title_fail,
      blocker.why,
      blocker.how,
      blocker.thresholds,
      'Blocker: while this check fails',
    ])
      await expect(main).toContainText(text)
    await expect(main).toContainText(/Deducts up to 12 points from 100.*A failure deducts all of them, a warning half/s)
    await expect(main.getByRole('link', { name: blocker.reference.label })).toHaveAttribute(
      'href',
      blocker.reference.url,
    )
    await main.getByRole('link', { name: checksPageWords.allChecks }).click()
    await expect(page).toHaveURL(/\/checks$/)
  })

  test('an unknown check shows a message', async ({ page }) => {
    await page.goto('/checks/%3Cscript%3E')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(checksPageWords.missing)
    await expect(page.getByRole('main')).toContainText('There’s no check called <script> on this server.')
  })

  test('signing in returns to the check, and no other page is public', async ({ page, service }) => {
    await page.goto('/checks/title-width')
    await page.getByRole('link', { name: visitorWords.signIn }).click()
    await expect(page).toHaveURL(/\/sign-in\?to=%2Fchecks%2Ftitle-width$/)
    await page.getByLabel(signInWords.label).fill(service.key)
    await page.getByRole('button', { name: signInWords.submit }).click()
    await expect(page).toHaveURL(/\/checks\/title-width$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test('other pages ask for a key', async ({ page }) => {
    await page.goto('/reports')
    await expect(page).toHaveURL(/\/sign-in$/)
    await page.getByRole('link', { name: signInWords.checks }).click()
    await expect(page).toHaveURL(/\/checks$/)
  })

  test('a server without a catalogue shows a message', async ({ page }) => {
    await page.route('**/api/v1/checks', (route) =>
      route.fulfill({ status: 404, json: { message: 'Resource not found.' } }),
    )
    await page.goto('/checks')
    await expect(page.getByRole('heading', { name: checksPageWords.none })).toBeVisible()
    await page.goto('/sign-in')
    await expect(page.getByLabel(signInWords.label)).toBeVisible()
    await expect(page.getByRole('link', { name: signInWords.checks })).toHaveCount(0)
  })

  test('a failed request is shown once and can be retried', async ({ page }) => {
    await page.route('**/api/v1/checks', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await page.goto('/checks')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await page.unroute('**/api/v1/checks')
    await page.getByRole('button', { name: errorWords.retry }).click()
    await expect(page.getByRole('table', { name: 'Crawling' })).toBeVisible()
  })

  test('axe finds nothing', async ({ page }) => {
    for (const path of ['/checks?search=robots', '/checks/noindex']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText('noindex', { exact: true })).toBeVisible()
      await expectNoFindings(page, path, [desk, phone])
    }
  })

  test('nothing scrolls sideways at 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/checks', '/checks/noindex']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText('noindex', { exact: true })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        path,
      ).toBeLessThanOrEqual(0)
    }
  })
})

test('with a key the checks open in the app frame, from a report and from the settings', async ({
  page,
  pages,
  service,
}) => {
  const made = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/article` }),
  })
  await page.goto(`/reports/${made.body.data.id}#check-https`)
  await page
    .locator('#check-https')
    .getByRole('link', { name: checkBodyWords.about('HTTPS') })
    .click()
  await expect(page).toHaveURL(/\/checks\/https$/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: reportWords.aboutChecks }).click()
  await expect(page).toHaveURL(/\/checks$/)
  await page.goto('/settings')
  await page.getByRole('link', { name: /what we check on each page/ }).click()
  await expect(page).toHaveURL(/\/checks$/)
})
