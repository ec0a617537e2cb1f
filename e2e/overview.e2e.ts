import { overviewWords as words } from '#web/overview/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, settled, test } from './support/test.ts'

const since = '2026-03-01'
const names = {
  not_indexable: words.changed.not_indexable,
  worse: words.changed.worse,
  better: words.changed.better,
  new: words.changed.new,
}

test('the overview counts changes since a day, and each number leads to its list', async ({ page, service }) => {
  const { changed, pages, bad, scores } = (await service.api(`/api/v1/overview?since=${since}`)).body.data
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByRole('main')).toContainText(`${pages.toLocaleString('en-GB')} indexable pages on`)
  await page.getByLabel(words.since, { exact: true }).fill(since)
  await expect(page).toHaveURL(`/?since=${since}`)

  const list = page.getByRole('region', { name: words.changes, exact: true })
  for (const [change, name] of Object.entries(names)) {
    const link = list.getByRole('link', { name: new RegExp(`^${name}`) })
    await expect(link).toContainText(`${name}${changed[change].count.toLocaleString('en-GB')}`)
    await expect(link).toHaveAttribute('href', `/reports?latest=1&changed=${change}&since=${since}`)
  }
  await expect(page.getByRole('region', { name: words.scores }).getByRole('link', { name: /^Bad/ })).toContainText(
    bad.toLocaleString('en-GB'),
  )
  const step = scores.findIndex((count: number) => count > 0)
  const bar = page.getByRole('region', { name: words.scores }).getByRole('link', { name: new RegExp(`^${step * 10}–`) })
  await expect(bar).toHaveAttribute(
    'href',
    `/reports?latest=1&indexability=indexable&score=${step * 10}-${step * 10 + 9}`,
  )
  await settled(page)
  await expectNoFindings(page, 'overview', [desk, phone])

  await page.setViewportSize(desk)
  await list.getByRole('link', { name: new RegExp(`^${names.better}`) }).click()
  await expect(page).toHaveURL(`/reports?latest=1&changed=better&since=${since}`)
  const counted = await service.api(`/api/v1/reports?latest=1&changed=better&since=${since}`)
  expect(counted.body.meta.total).toBe(changed.better.count)

  await page.goBack()
  await bar.click()
  await expect(page).toHaveURL(new RegExp(`score=${step * 10}-${step * 10 + 9}`))
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
