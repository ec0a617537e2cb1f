import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { labelOf } from '#contract/forms/form.ts'
import { bareChange } from '#contract/jobs/alert-entries.ts'
import type { AlertChange } from '#contract/jobs/alerts.ts'
import { alertsWords as words } from '#web/alerts/words.ts'
import { frameWords } from '#web/app/words.ts'
import { schedulesWords } from '#web/schedules/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { deleteViews, expect, test } from './support/test.ts'

const alertsButton = (page: Page, text: string, name: string) =>
  page.getByRole('main').getByRole('button', { name: words.of(text, name), exact: true })
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const alertsLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: frameWords.alerts })

/** Saves the view of bad reports. Returns its ID. */
async function createView(service: Service, name: string): Promise<number> {
  const body = new URLSearchParams({ name, list: 'reports', query: 'result=bad' })
  return (await service.api('/api/v1/views', { method: 'POST', body })).body.data.id
}

test.afterEach(({ service }) => deleteViews(service))

/** Stores an alert as the service does, which takes it ten minutes. */
function storeAlert(service: Service, view: { id: number; name: string }, changes: AlertChange[]) {
  const db = new DatabaseSync(join(service.dataDir, 'seo-reports.db'), { timeout: 10_000 })
  const now = new Date().toISOString()
  db.prepare(
    `insert into alerts (view_id, view_name, query, total, changes, mail_to, rule_id, mail, webhook, deliver_after, created_at)
     values (?, ?, 'result=bad', ?, ?, '', 1, 'none', 'failed', ?, ?)`,
  ).run(view.id, view.name, changes.length, JSON.stringify(changes), now, now)
  db.close()
}

test('alerts are listed with their reports, marked as unread and marked as read', async ({ page, service }) => {
  const view = { id: await createView(service, 'Worst'), name: 'Worst' }
  const { id, url } = (await service.api('/api/v1/reports?result=bad')).body.data[0]
  const { origin } = new URL(url)
  const on = (path: string, check: string, change: Partial<AlertChange> = {}): AlertChange => ({
    ...bareChange,
    condition: 'score_drop',
    url: `${origin}${path}`,
    report_id: id,
    previous_report_id: 3,
    check,
    check_name: check,
    before: 77,
    after: 49,
    ...change,
  })
  const redirects: AlertChange = {
    ...on('/old', ''),
    condition: 'not_indexable',
    check: null,
    redirects_to: `${origin}/new`,
    redirect_statuses: '301',
  }
  storeAlert(service, view, [{ ...bareChange, condition: 'count_changed', before: 4, after: 7 }])
  storeAlert(service, view, [
    redirects,
    on('/boots/a', 'noindex'),
    on('/boots/a', 'noindex', { condition: 'becomes_bad' }),
    on('/boots/b', 'noindex'),
    ...Array.from({ length: 5 }, (_, at) => on(`/shoes/${at}`, `Check ${at}`)),
  ])
  await page.goto('/reports')
  await expect(alertsLink(page)).toContainText(frameWords.unread(2))
  await alertsLink(page).click()
  await expect(page.locator('h1')).toHaveText(words.title)
  const alerts = page.getByRole('main').locator('ol > li')
  await expect(alerts).toHaveCount(2)
  await expect(alerts.first()).toContainText(words.isNew)
  await expect(alerts.first()).toContainText(words.pages(8, false))
  await expect(alerts.first()).toContainText(words.webhookStates.failed)
  await expect(alerts.last()).toContainText('Number of pages changed from 4 to 7')
  const entries = alerts.first().locator('ul').first().locator('> li')
  await expect(entries).toHaveCount(5)
  await expect(entries.first()).toContainText('Redirects to /new (301)')
  await expect(entries.first().getByRole('link')).toHaveAttribute('href', `/reports/${id}?compare=3`)
  const ofBoots = entries.nth(1)
  await expect(ofBoots.getByRole('link')).toBeHidden()
  await ofBoots.getByText('Noindex on 2 pages in /boots/').focus()
  await page.keyboard.press('Enter')
  await expect(ofBoots.getByRole('link')).toHaveCount(2)
  await expect(ofBoots.getByRole('listitem').first()).toContainText('Score 77 to 49, now Bad')
  await expectNoFindings(page, 'alerts', [phone, desk])
  await alerts
    .first()
    .getByRole('button', { name: words.more(2) })
    .click()
  await expect(entries).toHaveCount(7)

  await page.getByRole('button', { name: words.markRead }).press('Enter')
  await expect(page.locator('h1')).toBeFocused()
  await expect(page.getByRole('main').getByText(words.isNew, { exact: true })).toHaveCount(0)
  await expect(alertsLink(page)).not.toContainText(frameWords.unread(2))
  await page.reload()
  await expect(alerts).toHaveCount(2)
  await expect(page.getByRole('button', { name: words.markRead })).toHaveCount(0)
  storeAlert(service, view, [redirects])
  await page.reload()
  await expect(alertsLink(page)).toContainText(frameWords.unread(1))
  await alerts.first().getByRole('link', { name: 'Worst' }).click()
  await expect(page).toHaveURL(`/reports?view=${view.id}&result=bad`)
})

test('rules are listed, changed and tested', async ({ page, service, pages }) => {
  const worst = await createView(service, 'Worst')
  const quiet = await createView(service, 'Quiet')
  const createRule = (view: number, webhook_url: string) =>
    service.api('/api/v1/alerts/rules', {
      method: 'POST',
      body: new URLSearchParams({ view_id: `${view}`, conditions: 'not_indexable,title_changed', webhook_url }),
    })
  await createRule(worst, `http://${pages.host}/article`)
  await createRule(quiet, '')
  await page.goto('/alerts')
  await page.getByRole('link', { name: words.rules, exact: true }).click()
  await expect(page.locator('h1')).toHaveText(words.rulesTitle)
  const rule = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const test = (name: string) => rule(name).getByRole('button', { name: words.of(words.sendTest, name) })
  await expect(rule('Worst').getByRole('link', { name: 'Worst' })).toHaveAttribute(
    'href',
    `/reports?view=${worst}&result=bad`,
  )
  await expect(rule('Worst')).toContainText(
    `${words.shortCondition.not_indexable}, ${words.shortCondition.title_changed}`,
  )
  await expect(rule('Worst')).toContainText(words.webhookTo(pages.host))
  await expect(rule('Worst')).toContainText(words.notScheduled)
  await expect(rule('Quiet')).toContainText(words.noRecipients)
  await expect(test('Quiet')).toHaveAttribute('aria-disabled', 'true')
  await test('Worst').press('Enter')
  await expect(rule('Worst').getByRole('status')).toHaveText(
    words.testResult({ mail: 'none', mail_error: null, webhook: 'sent', webhook_error: null }),
  )
  await expectNoFindings(page, 'alert rules', [phone, desk])

  await rule('Worst')
    .getByRole('button', { name: words.of(words.change, 'Worst') })
    .click()
  const changed = dialog(page, words.changeTitle)
  await expect(changed).toBeVisible()
  await expectNoFindings(page, 'the dialog of alerts')
  await changed.getByLabel(labelOf(AlertRuleForm, 'webhook_url')).fill(`http://${pages.host}/no-such-hook`)
  await page.keyboard.press('Enter')
  await expect(changed).toBeHidden()
  await test('Worst').click()
  await expect(rule('Worst').getByRole('status')).toContainText('the server returned status 404')
})

test('phones and tablets show how to reach alerts, and mark unread ones @all', async ({ page, service }) => {
  const view = { id: await createView(service, 'Worst'), name: 'Worst' }
  storeAlert(service, view, [{ ...bareChange, condition: 'count_changed', before: 4, after: 7 }])
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const width of [320, 390, 900]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/reports')
    await expect(alertsLink(page)).toBeVisible()
    const mark = alertsLink(page).locator('strong').locator('..')
    await expect(mark).toBeVisible()
    await expect(alertsLink(page)).toHaveAccessibleName(new RegExp(frameWords.unread(1).replace('1', '\\d+')))
    // A dot, within its link.
    const [dot, link] = [await mark.boundingBox(), await alertsLink(page).boundingBox()]
    if (!dot || !link) throw new Error('no mark')
    expect([dot.width, dot.height]).toEqual([8, 8])
    expect(dot.x + dot.width).toBeLessThanOrEqual(link.x + link.width)
    for (const one of await bar.getByRole('link').filter({ visible: true }).all()) {
      const box = await one.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 390, height: 700 })
  await alertsLink(page).click()
  await expect(page.locator('h1')).toHaveText(words.title)
  await expectNoFindings(page, 'alerts with a mark', [phone, desk])
  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('button', { name: words.markRead }).click()
  await expect(alertsLink(page).locator('strong')).toHaveCount(0)
})

test('rows of views keep their height while their schedules and alerts load @all', async ({ page, service }) => {
  for (const name of ['First', 'Second']) await createView(service, name)
  let respond = () => {}
  const held = new Promise<void>((resolve) => (respond = resolve))
  await page.route(/\/api\/v1\/(schedules|alerts\/rules)$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/views')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Second' })
  await expect(row).toBeVisible()
  await expect(alertsLink(page)).toBeVisible()
  const before = await row.boundingBox()
  respond()
  await expect(alertsButton(page, words.button, 'Second')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('button', { name: schedulesWords.of(schedulesWords.button, 'Second') }),
  ).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
})
