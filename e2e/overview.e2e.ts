import { overviewWords as words } from '#web/overview/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, settled, test } from './support/test.ts'

const since = '2026-03-01'
test('the overview has the websites that need attention first, and each number leads to its list', async ({
  page,
  service,
}) => {
  const { pages, scores } = (await service.api(`/api/v1/overview?since=${since}`)).body.data
  const listed = (await service.api('/api/v1/websites?sort_by=attention&per_page=50')).body.data as { id: number }[]
  await page.goto(`/?since=${since}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByRole('main')).toContainText(`${pages.toLocaleString('en-GB')} indexable pages on`)
  const websites = page.getByRole('table', { name: words.websites })
  await expect(websites.locator('tbody tr')).toHaveCount(listed.length)
  const ids = await websites.locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.dataset['row'])))
  expect(ids).toEqual(listed.map(({ id }) => id))
  const heights = await websites.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  expect(new Set(heights.map((height) => Math.round(height)))).toEqual(new Set([36]))
  const step = scores.findIndex((count: number) => count > 0)
  const bar = page.getByRole('region', { name: words.scores }).getByRole('link', { name: new RegExp(`^${step * 10}–`) })
  await settled(page)
  await expectNoFindings(page, 'overview', [desk, phone])

  await page.setViewportSize(desk)
  await bar.click()
  await expect(page).toHaveURL(
    `/reports?latest=1&indexability=indexable&score=${step * 10}-${step * 10 + 9}&per_page=50`,
  )
  const inStep = await service.api(
    `/api/v1/reports?latest=1&indexability=indexable&score=${step * 10}-${step * 10 + 9}`,
  )
  expect(inStep.body.meta.total).toBe(scores[step])
})

test('periods are chosen by a click, and nothing is cut on the narrowest phone @all', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/?since=${since}`)
  const links = page.getByRole('region', { name: words.news, exact: true }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const cut = await links.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('radio', { name: words.periods.today }).click()
  await expect(page).toHaveURL(`/?since=${new Date().toISOString().slice(0, 10)}`)
})
