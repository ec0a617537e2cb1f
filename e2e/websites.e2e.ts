import { passwordMessages } from '#contract/forms/website-form.ts'
import { newPasswordWords } from '#web/forms/words.ts'
import { listWords } from '#web/list/words.ts'
import { websiteWords, websitesWords } from '#web/websites/words.ts'
import { expectNoFindings } from './support/axe.ts'
import { expect, test } from './support/test.ts'

type Website = { id: number; domain: string; reports_count: number; pages_blocked: number }

test('websites are listed, searched, sorted and paged by the URL', async ({ page, service }) => {
  await page.goto('/websites')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption('Lowest score first')
  await expect(page).toHaveURL('/websites?sort_by=pages_avg_score&sort=asc')
  await page.getByLabel(listWords.perPage).selectOption('50')
  await expect(page).toHaveURL('/websites?sort_by=pages_avg_score&sort=asc&per_page=50')
  const { body } = await service.api('/api/v1/websites?sort_by=pages_avg_score&sort=asc&per_page=50')
  await expect(page.getByRole('row')).toHaveCount(body.data.length + 1)
  const ids = await page
    .getByRole('row')
    .locator('td:nth-child(2) a')
    .evaluateAll((links) => links.map((link) => Number(/\d+/.exec(link.getAttribute('href') ?? ''))))
  expect(ids).toEqual(body.data.map((site: Website) => site.id))
  await expect(page).toHaveTitle(/^Websites · lowest score first/)
})

test('a website with pages that Google can’t index leads to exactly these @all', async ({ page, service }) => {
  const { body } = await service.api('/api/v1/websites?per_page=50')
  const sites: Website[] = body.data
  const site = sites.toSorted((a, b) => b.pages_blocked - a.pages_blocked)[0]!
  expect(site.pages_blocked).toBeGreaterThan(0)
  const rowOf = ({ domain }: Website) => page.getByRole('row').filter({ hasText: domain })
  await page.goto('/websites?per_page=50')
  const link = rowOf(site).getByRole('link', { name: websitesWords.blocked(site.pages_blocked) })
  await expect(link).toBeVisible()
  const shown = sites.filter(({ pages_blocked }) => pages_blocked > 0).length
  await expect(page.getByRole('row').filter({ has: page.locator('a[href*="indexability"]') })).toHaveCount(shown)
  await expectNoFindings(page, 'websites with blocked pages')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  // The list can still move between two measurements.
  await expect(async () => {
    const domain = await rowOf(site).getByRole('link').first().boundingBox()
    const number = await link.boundingBox()
    expect(number?.y).toBeGreaterThanOrEqual((domain?.y ?? 0) + (domain?.height ?? Infinity))
    expect(number?.x).toBe(domain?.x)
  }).toPass()
  if (size) await page.setViewportSize(size)
  await link.click()
  await expect(page).toHaveURL(`/websites/${site.id}?latest=1&indexability=blocked&per_page=50`)
  await expect(page.getByRole('row')).toHaveCount(Math.min(site.pages_blocked, 50) + 1)
})

test('privacy is saved, protected against loss and validated next to the field', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const site = (await service.api('/api/v1/websites?privacy=1&sort_by=domain&sort=asc')).body.data[0] as Website
  await page.goto(`/websites/${site.id}/privacy`)
  await expect(page.getByRole('radio', { name: /Private/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Password/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(passwordMessages.required)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /password/i })).toBeFocused()

  await page.getByRole('button', { name: 'Generate' }).click()
  const field = page.getByRole('textbox', { name: /password/i })
  expect((await field.inputValue()).length).toBeGreaterThanOrEqual(16)
  const main = page.getByRole('main')
  await expect(main).toContainText(newPasswordWords.strength.generated)
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: newPasswordWords.copy }).click()
  await expect(page.getByRole('button', { name: newPasswordWords.copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue())
  await page.getByRole('button', { name: newPasswordWords.hide }).click()
  const secret = page.getByLabel('Password', { exact: true }).and(page.locator('input[name=password]'))
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.fill('lamp')
  await expect(main).toContainText('Weak: 4 characters, easy to guess.')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  const guard = page.getByRole('dialog')
  await expect(guard).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/websites/${site.id}/privacy`)
  await expect(secret).toHaveValue('lamp')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/websites/${site.id}?tab=issues`)
  await page.goBack()
  await expect(page).not.toHaveURL(/privacy/)
  const saved = await service.api(`/api/v1/websites/${site.id}`)
  expect(saved.body.data).toMatchObject({ privacy: 2, has_password: true })
  expect(JSON.stringify(saved.body)).not.toContain('"password"')
})

test('a website with reports is deleted only after typing its domain, with the consequence shown', async ({
  page,
  service,
}) => {
  const site = (await service.api('/api/v1/websites?sort_by=reports_count&sort=asc')).body.data.find(
    (one: Website) => one.reports_count > 1,
  ) as Website
  await page.goto(`/websites/${site.id}`)
  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.remove }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`deletes its ${site.reports_count} reports`)
  const typed = dialog.getByRole('textbox')
  await typed.fill('something else')
  await dialog.getByRole('button', { name: /^Delete website/ }).click()
  expect((await service.api(`/api/v1/websites/${site.id}`)).status).toBe(200)
  await typed.fill(site.domain)
  await dialog.getByRole('button', { name: /^Delete website/ }).click()
  await expect(page).toHaveURL(/\/websites(\?|$)/)
  expect((await service.api(`/api/v1/websites/${site.id}`)).status).toBe(404)
  expect((await service.api(`/api/v1/reports?website_id=${site.id}`)).body.meta.total).toBe(0)
})
