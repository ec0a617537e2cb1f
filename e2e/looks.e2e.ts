import { axeFindings } from './support/axe.ts'
import { expect, test } from './support/test.ts'

type Stop = { name: string; path: string }

const widths = [375, 1440] as const
const schemes = ['light', 'dark'] as const

for (const scheme of schemes) {
  for (const width of widths) {
    test(`axe finds nothing on any page, ${scheme}, ${width} px`, async ({ page, pages, service }) => {
      test.setTimeout(90_000)
      const made = await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url: `${pages.origin}/category` }) })
      const report = made.body.data as { id: number; website_id: number }
      const stops: Stop[] = [
        { name: 'reports', path: '/reports' },
        { name: 'reports, repaired', path: '/reports?per_page=30&result=bad&sort_by=score&sort=asc' },
        { name: 'no match', path: '/reports?search=nothing-has-this-in-it&result=bad' },
        { name: 'past the end', path: '/reports?page=99999' },
        { name: 'report', path: `/reports/${report.id}` },
        { name: 'missing report', path: '/reports/999999999' },
        { name: 'websites', path: '/websites' },
        { name: 'website', path: `/websites/${report.website_id}` },
        { name: 'privacy', path: `/websites/${report.website_id}/privacy` },
        { name: 'settings', path: '/settings' },
        { name: 'not found', path: '/nowhere/at/all' },
      ]
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: width === 375 ? 700 : 900 })
      for (const stop of stops) {
        await page.goto(stop.path)
        await expect(page.locator('h1')).toHaveCount(1)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect.soft(await axeFindings(page), stop.name).toEqual([])
      }
    })

    test(`axe finds nothing in dialogs, menus and popups, ${scheme}, ${width} px`, async ({ page, service }) => {
      const site = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data[0] as { id: number }
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: width === 375 ? 700 : 900 })
      await page.goto('/reports')
      await page.getByRole('button', { name: /^Actions for/ }).first().click()
      expect.soft(await axeFindings(page), 'row menu').toEqual([])
      await page.getByRole('menuitem', { name: 'Delete report' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
      expect.soft(await axeFindings(page), 'a deletion that waits').toEqual([])
      await page.keyboard.press('Control+z')
      if (width === 375) await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('combobox', { name: 'Website' }).last().fill('e')
      await expect(page.getByRole('listbox', { name: 'Websites' }).getByRole('option').first()).toBeVisible()
      expect.soft(await axeFindings(page), 'website combobox').toEqual([])
      await page.goto(`/websites/${site.id}/privacy`)
      await page.getByRole('radio', { name: /^Password/ }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      expect.soft(await axeFindings(page), 'privacy with an error').toEqual([])
    })
  }
}

test('no page scrolls sideways at 320 px, nor with text at 200 %', async ({ page, pages, service }) => {
  const made = await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url: `${pages.origin}/category` }) })
  const { id, website_id } = made.body.data
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/reports', `/reports/${id}`, '/websites', `/websites/${website_id}`, `/websites/${website_id}/privacy`, '/settings', '/nowhere']) {
    await page.goto(path)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(wide, `${path} at 320 px`).toBeLessThanOrEqual(0)
  }
})

test('the first row is in view without scrolling at 1440 × 900', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeInViewport()
})

test('a route change focuses the heading and announces the page; a change of filter does not', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Websites/ }).click()
  await expect(page.locator('h1')).toBeFocused()
  await expect(page).toHaveTitle(/Websites/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Reports/ }).click()
  await page.getByRole('radio', { name: 'Bad' }).check()
  await expect(page).toHaveTitle(/Bad reports/)
  await expect(page.getByRole('radio', { name: 'Bad' })).toBeFocused()
})

test('Back gives the focus to the link that was followed', async ({ page }) => {
  await page.goto('/reports?sort_by=score&sort=asc')
  const link = page.getByRole('row').nth(6).locator('a[href^="/reports/"]')
  await expect(page.getByRole('button', { name: 'Jump to' })).toHaveAttribute('aria-keyshortcuts')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect(page.locator('h1')).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
})

test('Tab first offers to skip to the content, and / goes to the search', async ({ page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Jump to' })).toHaveAttribute('aria-keyshortcuts')
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search URLs')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
