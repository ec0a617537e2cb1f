import type { Page } from '@playwright/test'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { findingWords } from '#web/findings/words.ts'
import { listNoticeWords, selectionWords } from '#web/list/words.ts'
import { reportWords } from '#web/reports/report/words.ts'
import { assigneeWords } from '#web/resources/words.ts'
import { websiteTabsWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { analyseVersions } from './support/changing-page.ts'
import { expect, settled, test } from './support/test.ts'

type Check = { outcome: Outcome; points_lost: number; name: string }
/** The bar of the plan stays in view and covers targets until they are scrolled. On a long screen it covers nothing. */
const longPhone = { ...phone, height: 6000 }

/** The line before an issue with its status, assignee and plan. */
const tools = (page: Page, check: string) => page.locator(`div:has(+ #check-${check})`)
const plan = (page: Page) => page.getByRole('region', { name: 'Plan' })
const chosen = (page: Page, name: string) => page.getByRole('checkbox', { name: findingWords.plan(name), exact: true })

/** Returns the two issues of a report that cost the most points, and their points. */
async function worstIssues(service: { api(path: string): Promise<{ body: any }> }, id: number) {
  const { results, score } = (await service.api(`/api/v1/reports/${id}`)).body.data
  const issues = Object.entries<Check>(results)
    .map(([check, result]) => ({ check, ...result }))
    .filter((result) => isIssue(result) && result.points_lost > 0)
    .toSorted((a, b) => b.points_lost - a.points_lost)
  return { issues, score: score as number }
}

// axe reads whole pages at two widths in both schemes.
test.describe.configure({ timeout: 90_000 })

test('ticked issues show the score without them, in a URL that others can open', async ({ page, pages, service }) => {
  const [report] = await analyseVersions({ service, pages }, '/lamps/plan', [{ title: '', viewport: '' }])
  const { issues, score } = await worstIssues(service, report!.id)
  const [first, second] = issues
  await page.goto(`/reports/${report!.id}`)
  await chosen(page, first!.name).focus()
  await page.keyboard.press('Space')
  await expect(plan(page)).toContainText(`If you fix this: ${score} → `)
  // Not check(), which reads the state at once: the URL of the first tick can still be on its way.
  await chosen(page, second!.name).click()
  await expect(chosen(page, second!.name)).toBeChecked()
  await expect(plan(page)).toContainText(`If you fix these 2: ${score} → `)
  await expect(page).toHaveURL(`/reports/${report!.id}?fixed=${first!.check},${second!.check}`)
  const shown = await plan(page).getByRole('status').textContent()
  await settled(page)
  await expectNoFindings(page, 'a report with a plan', [desk, longPhone])

  await page.reload()
  await expect(plan(page).getByRole('status')).toHaveText(shown ?? '')
  await plan(page).getByRole('button', { name: 'Clear' }).click()
  await expect(plan(page)).toHaveCount(0)
  await page.goto(`/reports/${report!.id}?fixed=${first!.check},nonsense`)
  await expect(page.getByText(listNoticeWords.repair('fixed', `${first!.check},nonsense`, null))).toBeVisible()
  await expect(plan(page)).toContainText('If you fix this')
})

test('a finding has a status and an assignee, set by keyboard @all', async ({ page, pages, service }) => {
  const [report] = await analyseVersions({ service, pages }, '/lamps/status', [{ title: '' }])
  const { issues } = await worstIssues(service, report!.id)
  const { check, name } = issues[0]!
  await page.goto(`/reports/${report!.id}`)
  await settled(page)
  const menu = tools(page, check).getByRole('button')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(menu).toHaveText(findingWords.status.in_progress)
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: findingWords.assignee }).press('Enter')
  const dialog = page.getByRole('dialog', { name: findingWords.assignTitle(name) })
  await dialog.getByLabel(assigneeWords.label).fill('m')
  await expectNoFindings(page, 'the choice of an assignee', [desk, phone])
  await page.setViewportSize(desk)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toHaveText('In progress · DW')

  const openFilter = () => page.getByRole('button', { name: reportWords.filter }).click()
  await openFilter()
  const filter = page.getByRole('combobox', { name: findingWords.statusFilter })
  await filter.selectOption(findingWords.withStatus('in_progress', 1))
  await expect(page).toHaveURL(`/reports/${report!.id}?status=in_progress`)
  await expect(page.locator('details[id^="check-"]')).toHaveCount(1)
  await expect(page.locator(`#check-${check}`)).toBeVisible()
  await page.reload()
  await expect(page.locator('details[id^="check-"]')).toHaveCount(1)
  await expectNoFindings(page, 'a report filtered by status', [desk, phone])
  await page.setViewportSize(desk)
  await openFilter()
  await filter.selectOption(findingWords.anyStatus)
  await expect(page).toHaveURL(`/reports/${report!.id}`)

  const [next] = await analyseVersions({ service, pages }, '/lamps/status', [{ title: '' }])
  await page.goto(`/reports/${next!.id}`)
  await expect(menu).toHaveText('In progress · DW')
})

test('an issue that is waived is listed with its reason, and leaves the website’s issues @all', async ({
  page,
  pages,
  service,
}) => {
  const [report] = await analyseVersions({ service, pages }, '/lamps/waived', [{ title: '' }])
  const { website_id: website } = (await service.api(`/api/v1/reports/${report!.id}`)).body.data
  const { issues } = await worstIssues(service, report!.id)
  const { check, name } = issues[0]!
  await page.goto(`/reports/${report!.id}`)
  await settled(page)
  const menu = tools(page, check).getByRole('button')
  await menu.click()
  await page.getByRole('menuitemradio', { name: findingWords.ignore }).click()
  const dialog = page.getByRole('dialog', { name: findingWords.waiverTitle(name) })
  await dialog.getByRole('button', { name: findingWords.waive }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('By design')
  await dialog.getByLabel('Where').selectOption({ label: findingWords.places.website })
  await expectNoFindings(page, 'the waiver dialog', [desk, phone])
  await page.setViewportSize(desk)
  await dialog.getByRole('button', { name: findingWords.waive }).click()
  await expect(menu).toHaveText('Ignored')
  await expect(page.locator(`#check-${check}`)).toContainText(/Waived for the whole website by .+: By design/)

  await page.goto(`/websites/${website}?tab=issues`)
  const waivers = page.getByRole('table', { name: 'Waivers' })
  await expect(waivers.getByRole('row', { name })).toContainText('By design')
  const table = page.getByRole('table', { name: 'Issues' })
  await expect(table).toBeVisible()
  const link = table.locator(`a[href*="check=${check}&"]`)
  await expect(link).toHaveCount(0)
  await settled(page)
  await expectNoFindings(page, 'a website with waivers', [desk, phone])
  await page.setViewportSize(desk)
  await waivers.getByRole('button', { name: websiteTabsWords.removeWaiverOf(name) }).press('Enter')
  await expect(link).toBeVisible()
  await expect(waivers).toHaveCount(0)
  for (const action of ['waiver_removed', 'waiver_created'])
    expect((await service.api(`/api/v1/audit?action=${action}`)).body.data[0].detail).toContain(check)
})

test('visitors see the plan, and that a finding is waived, but not why @all', async ({ browser, pages, service }) => {
  const [report] = await analyseVersions({ service, pages }, '/lamps/shared', [{ title: '' }])
  const { issues, score } = await worstIssues(service, report!.id)
  const { check, name } = issues[0]!
  const form = new URLSearchParams({ status: 'ignored', reason: 'A secret reason' })
  const path = `/api/v1/reports/${report!.id}/findings/${check}`
  expect((await service.api(path, { method: 'PUT', body: form })).status).toBe(200)
  const link = new URLSearchParams({ kind: 'report', report_id: String(report!.id) })
  const { token } = (await service.api('/api/v1/links', { method: 'POST', body: link })).body.data
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(`${service.origin}/s/${token}?fixed=${check}`)
  await expect(plan(page)).toContainText(`If you fix this: ${score} → `)
  await expect(tools(page, check)).toContainText('Waived')
  await expect(page.getByText('A secret reason')).toHaveCount(0)
  await expect(tools(page, check).getByRole('button')).toHaveCount(0)
  await expect(chosen(page, name)).toBeChecked()
  await page.setViewportSize(phone)
  const space = async () => {
    const bar = await plan(page).boundingBox()
    return phone.height - (bar!.y + bar!.height)
  }
  await expect.poll(space).toBeLessThan(24)
  await expectNoFindings(page, 'a shared report with a waiver', [desk, longPhone])
  await context.close()
})

test('chosen pages of an issue are waived or get a status, which Undo gives back', async ({ page, pages, service }) => {
  const paths = ['a', 'b', 'c'].map((name) => `/chosen/${name}`)
  const reports: { id: number; website_id: number }[] = []
  for (const path of paths) reports.push(...(await analyseVersions({ service, pages }, path, [{ title: '' }])))
  const { website_id: website } = reports[0]!
  const check = 'title-present'
  await page.goto(`/reports?website_id=${website}&check=${check}&latest=1&search=/chosen/`)
  const rows = page.getByRole('table', { name: 'Reports' }).locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(3)
  const bar = page.getByRole('region', { name: selectionWords.bar })
  const choose = async (...at: number[]) => {
    for (const row of at) await rows.nth(row).getByRole('checkbox').click()
  }
  const stateOf = async (id: number) =>
    (await service.api(`/api/v1/reports/${id}/findings`)).body.data
      .map(({ status }: { status: string }) => status)
      .join()
  const states = () => Promise.all(reports.map(({ id }) => stateOf(id)))

  await choose(0, 1)
  await bar.getByRole('button', { name: findingWords.setStatus }).click()
  await page.getByRole('menuitem', { name: findingWords.status.in_progress }).click()
  await expect(page.getByText(findingWords.statusSet('in_progress', 2))).toBeVisible()
  expect((await states()).toSorted()).toEqual(['', 'in_progress', 'in_progress'])

  await choose(0, 1, 2)
  await settled(page)
  await expectNoFindings(page, 'selected pages of an issue', [desk, phone])
  await page.setViewportSize(desk)
  await bar.getByRole('button', { name: findingWords.waiveChosen }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(findingWords.chosenPages(3))).toBeVisible()
  await dialog.getByLabel('Reason').fill('Pages without a title, on purpose')
  await dialog.getByRole('button', { name: findingWords.waive }).click()
  await expect(page.getByText(findingWords.waivedPages(3))).toBeVisible()
  await expect(rows).toHaveCount(0)
  expect(await states()).toEqual(['ignored', 'ignored', 'ignored'])
  await page.getByRole('button', { name: findingWords.undo }).last().click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByText(findingWords.undone)).toBeVisible()
  expect((await states()).toSorted()).toEqual(['in_progress', 'in_progress', 'open'])
})
