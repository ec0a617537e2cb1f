import { labelOf, messageOf } from '#contract/forms/form.ts'
import { RetentionForm } from '#contract/forms/website-form.ts'
import { errorWords } from '#web/data/error-words.ts'
import { retentionWords as words, websiteWords } from '#web/websites/words.ts'
import { expectNoFindings } from './support/axe.ts'
import { analyseVersions } from './support/changing-page.ts'
import { cutNext } from './support/cut-connections.ts'
import { expect, test } from './support/test.ts'

test('a website keeps the last reports of a page, after saying how many are deleted @all', async ({
  page,
  service,
  pages,
}) => {
  const reports = await analyseVersions({ service, pages }, '/kept', [{}, {}, {}])
  const id = reports[0]?.website_id ?? 0
  const left = async () => (await service.api(`/api/v1/reports?website_id=${id}`)).body.meta.total as number
  const before = await left()

  await page.goto(`/websites/${id}`)
  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.retention }).click()
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog).toContainText(words.allText)
  await dialog.getByRole('radio', { name: words.choices.last }).check()
  const number = dialog.getByRole('textbox', { name: labelOf(RetentionForm, 'keep') })
  await number.fill('0')
  await dialog.getByRole('button', { name: words.save(0) }).click()
  await expect(dialog.getByText(messageOf(RetentionForm, { field: 'keep', code: 'invalid_choice' }))).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill('1000')
  await expect(dialog).toContainText(words.effect(0))
  await number.fill('1')
  const { expired } = (await service.api(`/api/v1/websites/${id}/retention?keep=1`)).body.data
  expect(expired).toBeGreaterThan(1)
  await expect(dialog).toContainText(words.effect(expired))
  await expectNoFindings(page, 'how many reports to keep')
  await dialog.getByRole('button', { name: words.save(expired) }).press('Enter')
  await expect(page.getByText(words.saved)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(left).toBe(before - expired)

  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.retention }).click()
  await expect(number).toHaveValue('1')
  await dialog.getByRole('radio', { name: words.choices.all }).check()
  await dialog.getByRole('button', { name: words.save(0) }).click()
  await expect(dialog).toBeHidden()
  expect((await service.api(`/api/v1/websites/${id}/retention`)).body.data.keep).toBe(null)
})

test('a failed count can be tried again, and a lost response is repeated @all', async ({ page, service }) => {
  const { id } = (await service.api('/api/v1/websites')).body.data[0]
  const stored = async () => (await service.api(`/api/v1/websites/${id}/retention`)).body.data.keep
  const counts = /\/retention\?keep=/
  await page.route(counts, (route) => route.fulfill({ status: 404, json: {} }))
  await cutNext(page, 'PUT', /\/retention$/, 'before', 'after')
  await page.goto(`/websites/${id}`)
  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.retention }).click()
  const dialog = page.getByRole('dialog', { name: words.title })
  await dialog.getByRole('radio', { name: words.choices.last }).check()
  await dialog.getByRole('textbox', { name: labelOf(RetentionForm, 'keep') }).fill('1000')
  const again = dialog.getByRole('button', { name: errorWords.retry })
  await expect(again).toBeVisible()
  await expect(dialog.getByText(words.counting)).toHaveCount(0)
  await expectNoFindings(page, 'a failed count')
  await page.unroute(counts)
  await again.click()
  await expect(dialog).toContainText(words.effect(0))

  const save = dialog.getByRole('button', { name: words.save(0) })
  await save.click()
  await expect(dialog).toBeHidden({ timeout: 15_000 })
  await expect(page.getByText(words.saved)).toBeVisible()
  expect(await stored()).toBe(1000)
})
