import { listWords } from '#web/list/words.ts'
import { privacyWords } from '#web/privacy/words.ts'
import { firstRunWords } from '#web/reports/first-run/words.ts'
import { exampleWords } from '#web/reports/words.ts'
import { signInWords } from '#web/session/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import { expect, signInByKey, test } from './support/test.ts'

test('an empty service explains itself, shows an example and makes the first report', async ({ browser, pages }) => {
  test.setTimeout(120_000)
  const empty = await startService({ allowHosts: [pages.host] })
  const context = await browser.newContext({ baseURL: empty.origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()

  await page.goto('/sign-in')
  await expect(page.getByText(signInWords.pitch)).toBeVisible()
  await expect(page.getByRole('link', { name: signInWords.example })).toBeVisible()
  await expectNoFindings(page, 'sign-in', [desk, phone])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize(desk)
  await signInByKey(page, empty.key)
  // Left earlier, the page would not have the key yet.
  await expect(page).toHaveURL('/')

  // There is nothing to share, to save or to choose from.
  for (const path of ['/websites', '/reports']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    for (const name of [listWords.saveView, listWords.share, listWords.export])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: firstRunWords.title })).toBeVisible()
  await expectNoFindings(page, 'first run', [desk, phone])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize(desk)
  await page.getByRole('link', { name: firstRunWords.example }).click()
  await expect(page.getByText(exampleWords.lead)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/Google can index this page\. Fix the first three: \d+ → \d+/)
  await expectNoFindings(page, 'example report', [desk, phone])

  await page.goBack()
  await page.getByRole('textbox', { name: firstRunWords.field }).fill(`${pages.origin}/article`)
  await page.getByRole('main').getByRole('button', { name: firstRunWords.action }).click()
  await expect(page).toHaveURL(/\/reports\/1$/, { timeout: 30_000 })
  await context.close()
  await empty.stop()
})

test('a generated password stays on the page and is copied together with the link @all', async ({
  page,
  service,
  context,
  browser,
}) => {
  test.setTimeout(60_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [website] = (await service.api('/api/v1/websites?privacy=1&sort_by=domain')).body.data as { id: number }[]
  await page.goto(`/websites/${website?.id}/privacy`)
  await page.getByRole('radio', { name: 'Password' }).check()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = page.getByRole('group', { name: privacyWords.passwordSaved })
  await saved.getByRole('button', { name: privacyWords.copyBoth }).click()
  await expect(saved.getByRole('button', { name: privacyWords.bothCopied })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const [link, password] = copied.split('\nPassword: ')
  expect(link).toBe(`${service.origin}/websites/${website?.id}`)
  await expect(saved).toBeVisible()

  const client = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await client.goto(link ?? '')
  await client.getByRole('textbox', { name: 'Password' }).fill(password ?? '')
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { level: 1 })).not.toHaveText(/password/i)
  await expect(client.getByRole('region', { name: 'Summary', exact: true })).toBeVisible()
  await client.close()
})
