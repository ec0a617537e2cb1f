import { overviewWords } from '#web/overview/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { expect, keysWork, settled, test } from './support/test.ts'

const since = '2026-03-01'
const names = {
  worse: overviewWords.changed.worse,
  better: overviewWords.changed.better,
  not_indexable: overviewWords.changed.not_indexable,
  new: overviewWords.changed.new,
}

test('the overview counts changes since a day, and each number leads to its list', async ({ page, service }) => {
  const { changed, pages, bad, rose, scores } = (await service.api(`/api/v1/overview?since=${since}`)).body.data
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByRole('main')).toContainText(`${pages.toLocaleString('en-GB')} indexable pages on`)
  await page.getByLabel(overviewWords.since).fill(since)
  await expect(page).toHaveURL(`/?since=${since}`)

  const list = page.getByRole('region', { name: 'Changes', exact: true })
  for (const [change, name] of Object.entries(names)) {
    const link = list.getByRole('link', { name })
    await expect(link).toContainText(`${name}${changed[change].count.toLocaleString('en-GB')}`)
    await expect(link).toHaveAttribute('href', `/reports?latest=1&changed=${change}&from=${since}`)
  }
  await expect(page.getByRole('region', { name: 'Scores' }).getByRole('link', { name: /^Bad/ })).toContainText(
    bad.toLocaleString('en-GB'),
  )
  const step = scores.findIndex((count: number) => count > 0)
  const bar = page.getByRole('region', { name: 'Scores' }).getByRole('link', { name: new RegExp(`^${step * 10}–`) })
  await expect(bar).toHaveAttribute(
    'href',
    `/reports?latest=1&indexability=indexable&score=${step * 10}-${step * 10 + 9}`,
  )
  // Its domain can be written in another script than in the API.
  const moved = page.getByRole('region', { name: overviewWords.moved })
  await expect(moved.locator(`a[href="/websites/${rose[0].website_id}?latest=1"]`)).toBeVisible()
  await settled(page)
  await expectNoFindings(page, 'overview', [desk, phone])

  await page.setViewportSize(desk)
  await list.getByRole('link', { name: names.better }).click()
  await expect(page).toHaveURL(`/reports?latest=1&changed=better&from=${since}`)
  const counted = await service.api(`/api/v1/reports?latest=1&changed=better&from=${since}`)
  expect(counted.body.meta.total).toBe(changed.better.count)

  await page.goBack()
  await bar.click()
  await expect(page).toHaveTitle(new RegExp(`^Reports · .* · score ${step * 10}–${step * 10 + 9} · latest per page`))
  const inStep = await service.api(
    `/api/v1/reports?latest=1&indexability=indexable&score=${step * 10}-${step * 10 + 9}`,
  )
  expect(inStep.body.meta.total).toBe(scores[step])
})

test('the hosts of websites that moved are whole on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/?since=${since}`)
  const links = page.getByRole('region', { name: overviewWords.moved }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const cut = await links.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the overview begins with the last visit of this browser', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      `seo-reports:visits:${location.origin}`,
      JSON.stringify({ current: '2026-02-03', previous: null }),
    ),
  )
  await page.goto('/')
  await expect(page.getByLabel(overviewWords.since)).toHaveValue('2026-02-03')
})

test('one key or one click leads from the overview to the reports and back', async ({ page }) => {
  await page.goto('/')
  await keysWork(page)
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/reports/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await expect(page).toHaveURL('/')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await expect(page).toHaveURL(/\/reports/)
})
