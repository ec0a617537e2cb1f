import type { Page } from '@playwright/test'
import { renderedWords as words } from '#web/reports/rendered/words.ts'
import { reportActionWords, reportWords } from '#web/reports/report/words.ts'
import { previewWords, reportMissingWords } from '#web/reports/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { analysePage, expect, holdResponses, keysWork, layoutShifts, test } from './support/test.ts'

const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><div id="root"></div><script>
document.title = 'Copper lamps'
document.querySelector('#root').innerHTML = '<h1>Copper lamps</h1><p>' +
  'They shine for many years. '.repeat(40) + '<a href="/by-script">More</a></p>'
console.error('A lamp has no key')
fetch('/stock')
</script></body></html>`

/** Its script waits for a file before it builds the page. */
const late = shell.replace('<script>', "<script>fetch('/lamps').finally(() => {").replace('</script>', '})</script>')

/** Returns the sum of the layout shifts so far. */
const shiftSum = async (page: Page) => (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0)

test('a page that scripts build is shown as they leave it, with a screenshot that moves nothing @all', async ({
  page,
  pages,
  service,
}) => {
  test.setTimeout(120_000)
  pages.set('/app', shell)
  const url = `${pages.origin}/app`
  const analyse = async () =>
    (await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })).body.data
  const first = await analyse()
  const { render_code: code, render_reason: reason } = first.facts
  test.skip(['no_browser', 'no_sandbox', 'browser_failed'].includes(code), reason)
  const { id, engine } = await analyse()
  expect(engine).toBe('rendered')

  const card = page.getByRole('region', { name: words.title })
  const screenshot = card.getByRole('img', { name: words.screenshotOf(url) })
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    const sendScreenshot = await holdResponses(page, '**/screenshot.webp')
    await page.goto(`/reports/${id}?tab=facts`)
    await expect(card.getByRole('row', { name: /^H1 differs (HTML )?none (Rendered )?Copper lamps$/ })).toBeVisible()
    const before = await shiftSum(page)
    sendScreenshot()
    await expect(screenshot).toHaveJSProperty('naturalWidth', 412)
    expect((await shiftSum(page)) - before).toBeLessThan(0.01)
    await expect(card.getByText('A lamp has no key')).toBeVisible()
    await expectNoFindings(page, 'the rendered page')
  }

  const enlarge = card.getByRole('button', { name: words.enlarge })
  await enlarge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: words.screenshot })
  await expect(dialog.getByRole('img')).toHaveJSProperty('naturalHeight', 823)
  await expectNoFindings(page, 'the enlarged screenshot')
  await page.keyboard.press('Escape')
  await expect(enlarge).toBeFocused()

  await page.goto(`/reports/${id}?compare=${first.id}`)
  await expect(page.getByRole('region', { name: words.screenshots }).getByRole('img')).toHaveCount(2)
  await expectNoFindings(page, 'compared screenshots', [desk, phone])

  const pdf = await fetch(`${service.origin}/api/v1/reports/${id}/document.pdf`, {
    headers: { authorization: `Bearer ${service.key}` },
  })
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(/\/Width 412\b/)
})

test('while a page is rendered, the dashboard shows what its HTML gives @all', async ({ page, pages, service }) => {
  test.setTimeout(120_000)
  pages.set('/late', late)
  const form = { method: 'POST', body: new URLSearchParams({ url: `${pages.origin}/late` }) }
  const { render_code: code, render_reason: reason } = (await service.api('/api/v1/reports', form)).body.data.facts
  test.skip(['no_browser', 'no_sandbox', 'browser_failed'].includes(code), reason)
  const release = pages.hold('/lamps')
  await page.goto('/reports')
  await keysWork(page)
  await analysePage(page, `${pages.origin}/late`)
  await expect(page).toHaveURL('/reports/preview')
  await expect(page.getByText(previewWords.lead)).toBeVisible()
  await expect(page.locator('h1')).toHaveText('Shop')
  await expect(page.getByRole('region', { name: reportWords.score }).getByRole('img')).toHaveAccessibleName(
    /^Provisional score \d+ of 100$/,
  )
  await expect(page.getByRole('button', { name: reportActionWords.again })).toHaveCount(0)
  const check = page.getByRole('article').filter({ hasText: 'The page has no H1' })
  await check.locator('summary').first().click()
  await expect(check.locator('details').first()).toHaveAttribute('open', '')
  release()
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(page.locator('h1')).toHaveText('Copper lamps')
  await page.goBack()
  await expect(page).toHaveURL('/reports')
  await page.goto('/reports/preview')
  await expect(page.locator('h1')).toHaveText(reportMissingWords.title)
})

test('visitors see the screenshot of a public website @all', async ({ pages, service, browser }) => {
  test.setTimeout(120_000)
  pages.set('/app', shell)
  const url = `${pages.origin}/app`
  const { id, website_id } = (
    await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url }) })
  ).body.data
  const change = (privacy: string) =>
    service.api(`/api/v1/websites/${website_id}`, { method: 'PUT', body: new URLSearchParams({ privacy }) })
  await change('0')
  const visitor = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
  const page = await visitor.newPage()
  await page.goto(`/reports/${id}?tab=facts`)
  await expect(page.getByRole('img', { name: words.screenshotOf(url) })).toHaveJSProperty('naturalWidth', 412)
  await visitor.close()
  await change('1')
})
