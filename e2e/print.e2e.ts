import type { Page } from '@playwright/test'
import { listWords } from '#web/list/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { websitesWords } from '#web/websites/words.ts'
import { expect, settled, test } from './support/test.ts'

/** About the width of A4 paper with its margins. */
const paper = { width: 700, height: 1000 }

const columnsOf = (page: Page) => page.locator('table[role=table] th:visible').allTextContents()

for (const [path, column] of [
  ['/reports', reportsWords.analysed],
  ['/websites', websitesWords.pages],
] as const)
  test(`${path} is printed as a table without controls`, async ({ page }) => {
    await page.goto(path)
    await settled(page)
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    const columns = (await columnsOf(page)).filter((heading) => heading !== '' && heading !== listWords.actions)
    expect(columns).toContain(column)
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => columnsOf(page)).toEqual(columns)
    await expect(page.locator('table[role=table] thead')).toHaveCSS('display', 'table-header-group')
    await expect(page.locator('tbody tr').first()).toHaveCSS('display', 'table-row')
    await expect(page.locator('button:visible:not(th button), input:visible, select:visible, nav:visible')).toHaveCount(
      0,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width)
  })

test('printed lists show URLs in full @all', async ({ page, service }) => {
  // The newest report can change: a page that another test had analysed may arrive late.
  const oldest = '/reports?sort_by=id&sort=asc'
  const [report] = (await service.api(`/api/v1${oldest}`)).body.data as { url: string }[]
  await page.goto(oldest)
  await settled(page)
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('tbody tr').first().getByRole('checkbox')).toBeHidden()
  const link = page.locator('tbody tr').first().getByRole('link').first()
  await expect(link).toContainText(report?.url.replace(/^https?:\/\//, '') ?? '')
  const cut = await link.evaluate(
    (element) =>
      [element, ...element.querySelectorAll('span')].filter(
        (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
      ).length,
  )
  expect(cut).toBe(0)
})

test('a printed report begins its checks on the first page, and no part covers another', async ({ page, service }) => {
  const [report] = (await service.api('/api/v1/reports?result=bad&latest=1')).body.data as { id: number }[]
  await page.goto(`/reports/${report?.id}`)
  await settled(page)
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('region', { name: reportWords.checks })
  await expect(card.getByRole('switch')).toBeHidden()
  // A card that must not break starts a new page, and Chromium breaks grids in the wrong places.
  await expect(card).toHaveCSS('break-inside', 'auto')
  const grids = await card.evaluate((element) => {
    const around: Element[] = []
    for (let one = element.parentElement; one && one.tagName !== 'MAIN'; one = one.parentElement) around.push(one)
    return [...around.slice(0, 3), ...element.querySelectorAll('details > div, details:has(table) > div > div')]
      .filter((one) => getComputedStyle(one).display === 'grid' && one.getBoundingClientRect().height > 0)
      .map((one) => one.className)
  })
  expect(grids).toEqual([])
})

test('a report with nothing to fix is printed without grids around its checks @all', async ({ page, service }) => {
  const [report] = (await service.api('/api/v1/reports?sort_by=score&sort=desc')).body.data as { id: number }[]
  await page.goto(`/reports/${report?.id}`)
  await settled(page)
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('region', { name: reportWords.checks, exact: true })
  await expect(card).toHaveCSS('break-inside', 'auto')
  await expect(card.locator('xpath=../..')).toHaveCSS('display', 'block')
})

test('the ring reads on paper, with forced colours and without colour @all', async ({ page, service }) => {
  // The ring of a score of 0 has no arc.
  const [report] = (await service.api('/api/v1/reports?score=1-49&latest=1')).body.data as { id: number }[]
  await page.goto(`/reports/${report?.id}`)
  await settled(page)
  const circles = page.getByRole('img', { name: /core \d+ of 100$/ }).locator('circle')
  const strokes = () => circles.evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke))
  await expect(circles).toHaveCount(2)
  for (const media of [{}, { media: 'print' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(media)
    expect(new Set(await strokes()).size, JSON.stringify(media)).toBe(2)
  }
})
