import type { Page } from '@playwright/test'
import { deviationWords } from '#web/foreign/words.ts'
import { listWords } from '#web/list/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { reportMenuWords, reportsWords } from '#web/reports/words.ts'
import { keyDialogWords } from '#web/session/words.ts'
import { websiteWords, websitesWords } from '#web/websites/words.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import { againstVariant, type Assertion, column, expect, read, rows, test } from './support/mock-server/test.ts'

/** Expects the message once above the rows. */
const says =
  (text: string): Assertion =>
  async (page) => {
    await expect(page.locator('main').getByText(text)).toHaveCount(1)
    await expect(rows(page).first()).toBeVisible()
  }
const saysNothing = (page: Page) =>
  expect(page.locator('main').getByText(/^The server|^Some of these|duplicate|^You asked for/)).toHaveCount(0)

test.describe('ignored parameters', () => {
  test(
    'a different page than requested is reported',
    againstVariant('pageIgnored', '/reports?page=3', says(deviationWords.otherPage(3, 1))),
  )
  test(
    'a repeated page is recognised by its rows and ends the list',
    againstVariant('pageIgnoredSilently', '/reports', async (page) => {
      await expect(rows(page)).toHaveCount(10)
      await page.getByRole('button', { name: listWords.nextPage }).click()
      await says(deviationWords.samePage(1))(page, {} as MockServer)
      await expect(page.getByRole('button', { name: listWords.nextPage })).toBeDisabled()
    }),
  )
  test(
    'fewer rows than requested are reported',
    againstVariant('perPageIgnored', '/reports?per_page=25', says(deviationWords.otherSize(10, 25))),
  )
  test(
    'a different order than requested is reported',
    againstVariant(
      'sortIgnored',
      '/reports?sort_by=score&sort=asc',
      says(deviationWords.unordered(reportsWords.order.score.asc)),
    ),
  )
  test(
    'unsorted rows on a page are reported',
    againstVariant('shuffled', '/reports', says(deviationWords.unordered(reportsWords.order.id.desc))),
  )
  test(
    'reports with other ratings are reported',
    againstVariant('filtersIgnored', '/reports?result=good', says(deviationWords.unrated('Good'))),
  )
  test(
    'reports of other websites are reported',
    againstVariant('filtersIgnored', '/reports?website_id=3', says(deviationWords.otherWebsite)),
  )
  test(
    'a silently replaced parameter is reported by its effect',
    againstVariant(
      'replacing',
      '/websites?sort_by=reports_count',
      says(deviationWords.unordered(websitesWords.order.reports_count.desc)),
      { reports: 55 },
    ),
  )
  test(
    'a smaller page than requested is reported',
    againstVariant('replacing', '/reports?per_page=50', says(deviationWords.otherSize(25, 50))),
  )
  test(
    'a search that ignores "www." is accepted',
    againstVariant('looseSearch', '/reports?search=www.amber', async (page) => {
      expect((await column(page, 'URL')).every((url) => url.includes('amber'))).toBe(true)
      await saysNothing(page)
    }),
  )
  test(
    'a search that treats "%" as a wildcard is accepted',
    againstVariant('looseSearch', '/reports?search=delft%25returns', async (page) => {
      expect((await column(page, 'URL')).length).toBeGreaterThan(0)
      await saysNothing(page)
    }),
  )
})

test.describe('unusual rows', () => {
  test(
    'unreadable rows are listed and the others work',
    againstVariant('unreadableRows', '/reports', async (page) => {
      await expect(rows(page)).toHaveCount(9)
      const unread = page.getByRole('region', { name: deviationWords.unreadable(1) })
      await expect(unread).toContainText(deviationWords.nameless)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–10 of 60')
    }),
  )
  test(
    "rows with non-numeric IDs are unreadable, and the list isn't shown as empty",
    againstVariant('uuids', '/reports', async (page) => {
      const unread = page.getByRole('region', { name: deviationWords.unreadable(10) })
      await expect(unread).toContainText(deviationWords.named.reports('7d5c1f0e-2b64-4c1c-9f3e-000000000060'))
      await expect(page.locator('main')).not.toContainText(/No results|No reports yet|doesn’t exist/)
    }),
  )
  test(
    'a duplicate row is shown once and reported',
    againstVariant('duplicateRows', '/reports', async (page) => {
      await says(deviationWords.twice(1))(page, {} as MockServer)
      await expect(rows(page)).toHaveCount(10)
    }),
  )
  test(
    'of 100,000 rows on a page of 10 the first 500 are shown',
    againstVariant('tooManyRows', '/reports', async (page) => {
      await expect(
        page.locator('main').getByText('The server sent 100,000 rows instead of 10. Showing the first 500.'),
      ).toHaveCount(1)
      await expect(rows(page)).toHaveCount(500)
    }),
  )
  test(
    'markup in a domain is shown as text',
    againstVariant('markup', '/websites', async (page) => {
      expect((await column(page, 'Domain'))[0]).toContain('<b>bold.example</b>')
      await expect(page).toHaveTitle(/Websites/)
      await expect(page.locator('main img, main b b')).toHaveCount(0)
    }),
  )
})

test.describe('deletions', () => {
  const removed: Assertion = async (page, { requests, reports }) => {
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).last().click()
    await expect.poll(() => reports.some(({ id }) => id === 59)).toBe(false)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator('tr[data-row="59"]')).toHaveCount(0)
    const deletions = requests.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ path, headers }) => [path, headers.accept])).toEqual([['/reports/59', '*/*']])
  }
  test('204 counts as deleted', againstVariant('deleted204', '/reports', removed))
  test('202 counts as deleted', againstVariant('deleted202', '/reports', removed))
  test('200 without a body counts as deleted', againstVariant('deletedEmpty', '/reports', removed))
  test(
    "the dashboard doesn't promise what happens to a website’s reports if the server doesn't document it",
    againstVariant('keepsReports', '/websites/3', async (page, { requests, reports }) => {
      await page.getByRole('button', { name: reportActionWords.more }).click()
      await page.getByRole('menuitem', { name: websiteWords.remove }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(
        'It may also delete its 5 reports: this server doesn’t say whether it keeps them.',
      )
      await dialog.getByRole('textbox').fill('copper-cellar.example')
      await dialog.getByRole('button', { name: websiteWords.remove, exact: true }).click()
      await expect(page).toHaveURL(/\/websites$/)
      expect(
        requests.filter(({ method }) => method === 'DELETE').map(({ path, headers }) => [path, headers.accept]),
      ).toEqual([['/websites/3', '*/*']])
      expect(reports.filter(({ website_id }) => website_id === 3)).toHaveLength(5)
    }),
  )
  test(
    'a delete redirected to a login page asks for a key and restores the row',
    againstVariant('loginPage', '/reports', async (page, server) => {
      server.on(
        'DELETE',
        '/reports/59',
        ({ response }) => void response.writeHead(302, { location: '/login' }).end(),
        1,
      )
      await rows(page)
        .nth(1)
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
      await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).last().click()
      await expect(page.getByRole('dialog', { name: keyDialogWords.title })).toBeVisible()
      expect(server.reports.some(({ id }) => id === 59)).toBe(true)
      await page.getByRole('button', { name: keyDialogWords.later }).click()
      await expect(page.locator('tr[data-row="59"]')).toBeVisible()
      expect(await read(page)).not.toContain('deleted')
    }),
  )
})
