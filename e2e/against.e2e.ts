import { againstWords as words } from '#web/websites/against/words.ts'
import { websiteWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, settled, test } from './support/test.ts'

test('two websites are compared by path, chosen from the menu, with a shareable URL', async ({ page, service }) => {
  const [here, there] = (await service.api('/api/v1/websites?sort_by=reports_count&per_page=10')).body.data
  await page.goto(`/websites/${here.id}`)
  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.against }).click()
  await expect(page).toHaveURL(`/websites/${here.id}/against`)
  await settled(page)
  await expectNoFindings(page, 'the choice of another website', [desk, phone])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.setViewportSize(desk)
  await page.getByRole('combobox', { name: 'Website' }).fill(there.domain)
  await page.getByRole('option', { name: there.domain }).first().click()
  await page.getByRole('button', { name: words.chooseButton, exact: true }).click()
  await expect(page).toHaveURL(`/websites/${here.id}/against/${there.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const counts = page.getByRole('navigation', { name: words.counts })
  const { comparison } = (await service.api(`/api/v1/websites/${here.id}/against/${there.id}`)).body
  await expect(counts).toContainText(String(comparison.counts.missing))
  await settled(page)
  await expectNoFindings(page, 'a comparison of two websites', [desk, phone])
  await page.setViewportSize(desk)
  const kind = (['missing', 'new', 'same'] as const).find((name) => comparison.counts[name] > 0) ?? 'same'
  await counts.getByRole('link', { name: words.kind[kind] }).click()
  await expect(page).toHaveURL(`/websites/${here.id}/against/${there.id}?kind=${kind}`)
  await expect(page.getByRole('table', { name: words.kind[kind] })).toBeVisible()
  await settled(page)
  await expectNoFindings(page, 'another kind of paths', [desk, phone])
  await page.setViewportSize(desk)
  await page.getByRole('link', { name: words.swap }).click()
  await expect(page).toHaveURL(`/websites/${there.id}/against/${here.id}`)
})
