import { passwordMessages } from '#contract/forms/website-form.ts'
import { frameWords } from '#web/app/words.ts'
import { errorWords } from '#web/data/error-words.ts'
import { listWords } from '#web/list/words.ts'
import { reportMenuWords, reportsWords } from '#web/reports/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import type { PageServer } from './support/page-server.ts'
import type { Service } from './support/service.ts'
import { expect, keysWork, settled, test, tick } from './support/test.ts'

// One context opens the pages of a group, because each new one loads the whole dashboard again.
for (const [group, paths] of Object.entries({
  'the lists': {
    'the reports': '/reports',
    'the reports after repairs': '/reports?per_page=30&result=bad&sort_by=score&sort=asc',
    'a list without a match': '/reports?search=nothing-has-this-in-it&result=bad',
    'a list past its end': '/reports?page=99999',
    'the websites': '/websites',
    'websites without a match': '/websites?search=nothing-has-this-in-it&privacy=0',
  },
  'missing pages': {
    'a missing report': '/reports/999999999',
    'a missing website': '/websites/999999999',
    'a missing check': '/checks/none',
    'a missing page': '/nowhere/at/all',
  },
  'pages about pages and checks': {
    'page facts': '/reports/example?tab=facts',
    'the checks': '/checks',
    'a check': '/checks/noindex',
    'the page that asks for a URL': '/reports/new',
  },
  'the other pages': {
    'the views': '/views',
    'the share links': '/settings/sharing',
    'the settings': '/settings',
    'the appearance': '/settings/appearance',
    'the shortcuts': '/settings/shortcuts',
    'the keys': '/settings/keys',
    'the brand': '/settings/brand',
    'the trackers': '/settings/trackers',
    'the checks in the settings': '/settings/checks',
    'the activity': '/settings/activity',
  },
})) {
  test(`axe finds nothing in ${group}`, async ({ page }) => {
    test.setTimeout(180_000)
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(path)
      await settled(page)
      await expectNoFindings(page, name, [desk, phone])
    }
  })
}

test('axe finds nothing in a list that could not be loaded @all', async ({ page }) => {
  await page.route(/\/api\/v1\/reports\?/, (route) =>
    route.fulfill({ status: 422, json: { message: 'Not today.', status: 422 } }),
  )
  await page.goto('/reports?result=bad')
  await expect(page.getByRole('button', { name: errorWords.retry })).toBeVisible()
  await expectNoFindings(page, 'a list with an error', [desk, phone])
})

test('axe finds nothing in a report, its website and the privacy form @all', async ({ page, pages, service }) => {
  test.setTimeout(90_000)
  const { id, website_id } = await analysed(service, pages)
  for (const path of [`/reports/${id}`, `/websites/${website_id}`, `/websites/${website_id}/privacy`]) {
    await page.goto(path)
    await settled(page)
    await expectNoFindings(page, path, [desk, phone])
  }
})

for (const size of [desk, phone]) {
  test(`axe finds nothing in dialogs, menus and popups at ${size.width} px${size === phone ? ' @all' : ''}`, async ({
    page,
    service,
  }) => {
    // A private website has no password yet. If it had one, an empty field would be valid.
    const site = (await service.api('/api/v1/websites?privacy=1')).body.data[0] as { id: number }
    await page.setViewportSize(size)
    await page.goto('/reports')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem', { name: reportMenuWords.remove })).toBeVisible()
    await expectNoFindings(page, 'row menu')
    await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expectNoFindings(page, 'a deletion')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: listWords.filter, exact: true }).click()
    await page.getByRole('combobox', { name: 'Website' }).fill('e')
    await expect(page.getByRole('listbox', { name: 'Websites' }).getByRole('option').first()).toBeVisible()
    await expectNoFindings(page, 'website combobox')
    await page.goto(`/websites/${site.id}/privacy`)
    await page.getByRole('radio', { name: /^Password/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(passwordMessages.required)).toBeVisible()
    await expectNoFindings(page, 'privacy with an error')
  })
}

test('no page scrolls sideways at 320 px, nor with text at 200 % @all', async ({ page, pages, service }) => {
  test.setTimeout(90_000)
  const { id, website_id } = await analysed(service, pages)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/reports',
    `/reports/${id}`,
    '/websites',
    `/websites/${website_id}`,
    `/websites/${website_id}/privacy`,
    '/',
    '/reports/new',
    '/reports/example?tab=facts',
    `/reports/${id}/document`,
    '/checks',
    '/checks/noindex',
    '/views',
    '/settings/sharing',
    '/alerts',
    '/settings',
    '/settings/appearance',
    '/settings/shortcuts',
    '/settings/keys',
    '/settings/brand',
    '/settings/trackers',
    '/settings/checks',
    '/settings/activity',
    '/nowhere',
  ]) {
    await page.goto(path)
    await settled(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(wide, `${path} at 320 px`).toBeLessThanOrEqual(0)
  }
})

test('the first row is in view without scrolling at 1440 × 900 @all', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeInViewport()
})

test('a route change focuses the heading and announces the page, a filter change does not', async ({ page }) => {
  await page.goto('/reports')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Websites/ })
    .click()
  await expect(page.locator('h1')).toBeFocused()
  await expect(page).toHaveTitle(/Websites/)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await expect(page).toHaveTitle(/Bad reports/)
  await expect(page.getByRole('radio', { name: 'Bad' })).toBeFocused()
})

test('Back focuses the link that was followed', async ({ page }) => {
  await page.goto('/reports?sort_by=score&sort=asc')
  const link = page.getByRole('row').nth(6).locator('a[href^="/reports/"]')
  await keysWork(page)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect(page.locator('h1')).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
})

test('Tab starts with the skip link, and / focuses the search @all', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await keysWork(page)
  await page.keyboard.press('/')
  await expect(page.getByLabel(reportsWords.search)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: frameWords.skip })).toBeFocused()
})

async function analysed(service: Service, pages: PageServer) {
  const { body } = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/category` }),
  })
  return body.data as { id: number; website_id: number }
}
