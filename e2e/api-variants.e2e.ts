import type { Page } from '@playwright/test'
import { analyseWords } from '#web/analyse/words.ts'
import { commandMenuWords } from '#web/app/command-menu/words.ts'
import { frameWords } from '#web/app/words.ts'
import { deviationWords, valueWords } from '#web/foreign/words.ts'
import { newPasswordWords } from '#web/forms/words.ts'
import { emptyListWords, listWords, selectionWords } from '#web/list/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { deletingWords, reportMenuWords, reportsWords } from '#web/reports/words.ts'
import { keyDialogWords } from '#web/session/words.ts'
import { websitesWords, websiteWords } from '#web/websites/words.ts'
import { column, expect, notKnown, read, rows, test } from './support/mock-server/test.ts'

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const every = (page: Page, heading: string, text: string) =>
  expect.poll(async () => new Set(await column(page, heading))).toEqual(new Set([text]))

test('what only our own service has is hidden, also from the command menu', async ({ page, openVariant }) => {
  await openVariant('plain', '/reports')
  await expect(page.locator('main header').getByRole('status')).toHaveText(reportsWords.counted('60'))
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    frameWords.product,
    /^Reports/,
    /^Websites/,
    'Settings',
  ])
  await page.getByRole('button', { name: frameWords.jump }).click()
  const found = page.getByRole('group', { name: commandMenuWords.groups.go }).getByRole('option')
  const { reports, websites, settings, appearance, shortcuts, trackers } = commandMenuWords.pages
  await expect(found).toHaveText([reports, websites, settings, appearance, shortcuts, trackers])
})

test.describe('a list', () => {
  test("without totals is paged until a page isn't full @all", async ({ page, openVariant }) => {
    await openVariant('dataOnly', '/reports?page=6')
    await expect(pages(page)).toContainText('51–60')
    await expect.poll(() => read(page)).not.toMatch(/of \d|\b0\b/)
    await page.getByRole('button', { name: listWords.nextPage }).click()
    await expect(page.locator('main')).toContainText(emptyListWords.pastEnd('7'))
    await page.getByRole('button', { name: emptyListWords.goToNumber('6') }).click()
    await expect(pages(page)).toContainText('51–60')
  })

  test('shows missing values as missing, not as 0 @all', async ({ page, openVariant }) => {
    const { origin, reports } = await openVariant('sparse', '/reports')
    await expect
      .poll(() => column(page, 'Score'))
      .toEqual(
        reports
          .slice(-10)
          .toReversed()
          .map(({ score, result }) => `${score}, ${result[0]?.toUpperCase()}${result.slice(1)}`),
      )
    for (const heading of ['Website', listWords.created]) await every(page, heading, notKnown)
    await page.goto(`${origin}/websites`)
    for (const heading of ['Score', 'Reports', 'Privacy', listWords.created]) await every(page, heading, notKnown)
    // The filter of privacy goes when the server has described itself.
    await expect.poll(() => read(page)).not.toMatch(/\b0\b|No reports|Private/)
    await page.goto(`${origin}/websites/3`)
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText(listWords.notSaid)
    await expect(page.locator('main')).not.toContainText(/No reports yet|First report|Private\b/)
  })

  test('whose server always sends the first page ends there, with a notice @all', async ({ page, openVariant }) => {
    const server = await openVariant('pageIgnoredSilently', '/websites?page=2')
    await expect(page.getByText(deviationWords.samePage(1))).toBeVisible()
    await expect(page.getByRole('button', { name: listWords.nextPage })).toBeDisabled()
    await expect(pages(page)).not.toContainText('11–20')
    expect(server.requests.filter(({ path }) => path === '/websites').length).toBeLessThanOrEqual(3)
  })

  test('in the wrong order says so until the order is right @all', async ({ page, openVariant }) => {
    await openVariant('sortIgnored', '/reports')
    await expect(rows(page)).toHaveCount(10)
    const message = page.getByText(deviationWords.unordered(reportsWords.order.score.asc))
    await expect(message).toHaveCount(0)
    await page.getByRole('button', { name: 'Score' }).click()
    await expect(message).toBeVisible()
    await page.getByRole('button', { name: listWords.created }).click()
    await expect(message).toHaveCount(0)
  })

  test('with reports of other websites says so, and its counts are hidden @all', async ({ page, openVariant }) => {
    await openVariant('filtersIgnored', '/websites/3')
    await expect(page.getByText(deviationWords.otherWebsite)).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Good|Decent|Bad)/ })).toHaveText(['Good–', 'Decent–', 'Bad–'])
  })

  test('has its unreadable rows below the others, with their content @all', async ({ page, openVariant }) => {
    const { origin } = await openVariant('unreadableRows', '/reports?page=5')
    const unreadable = page.getByRole('region', { name: deviationWords.unreadable(1) })
    await expect(unreadable.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/reports/4711')
    await expect(rows(page)).toHaveCount(9)
    await expect(pages(page)).toContainText('41–50 of 60')
    await unreadable.getByText(deviationWords.sent, { exact: true }).click()
    await expect(unreadable).toContainText('4711')
    await rows(page).first().getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: selectionWords.bar })).toContainText('1')

    await page.goto(`${origin}/reports`)
    await expect(page.getByRole('region', { name: deviationWords.unreadable(1) })).toContainText(
      deviationWords.nameless,
    )
  })

  test("with only unreadable rows isn't shown as empty @all", async ({ page, openVariant }) => {
    await openVariant('uuids', '/reports')
    const unreadable = page.getByRole('region', { name: deviationWords.unreadable(10) })
    await expect(unreadable).toContainText(deviationWords.named.reports('7d5c1f0e-2b64-4c1c-9f3e-000000000060'))
    await expect(page.locator('main')).not.toContainText(/No results|No reports yet|doesn’t exist/)
  })

  test('of 100,000 rows on a page of 10 shows the first 500 @all', async ({ page, openVariant }) => {
    await openVariant('tooManyRows', '/reports')
    const sentence = 'The server sent 100,000 rows instead of 10. Showing the first 500.'
    await expect(page.locator('main').getByText(sentence)).toHaveCount(1)
    await expect(rows(page)).toHaveCount(500)
  })
})

test.describe('an analysis', () => {
  const url = 'https://unreachable.example/'
  const analyse = async (page: Page) => {
    await page.getByLabel(analyseWords.label).fill(url)
    await page.getByLabel(analyseWords.label).press('Enter')
  }

  test("that is rejected shows the server's sentence at the field @all", async ({ page, openVariant }) => {
    const { requests } = await openVariant('laravel', '/reports')
    await analyse(page)
    await expect(page.getByRole('alert')).toHaveText('The address could not be reached.')
    await expect(page.getByLabel(analyseWords.label)).toHaveValue(url)
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('that is rejected by an HTML page is no network failure @all', async ({ page, openVariant }) => {
    const { requests } = await openVariant('htmlErrors', '/reports')
    await analyse(page)
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).not.toContainText(/connection|network|<|null/i)
    await expect(page.getByLabel(analyseWords.label)).toHaveValue(url)
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

test.describe('a website', () => {
  test('has its unknown fields under "Other fields" @all', async ({ page, openVariant }) => {
    await openVariant('moreFields', '/websites/3')
    const fields = page.locator('details').filter({ hasText: valueWords.others })
    const inside = fields.locator('summary + *').first()
    await expect(inside).toBeHidden()
    await fields.locator('summary').first().click()
    await expect(inside).toContainText('Owner team')
    await expect(inside).toContainText('Shop')
  })

  test('whose privacy the server leaves out can still be changed @all', async ({ page, openVariant }) => {
    const server = await openVariant('sparse', '/websites/3/privacy')
    await expect(page.getByText('This server doesn’t report the current privacy setting.')).toBeVisible()
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

    await page.getByRole('radio', { name: 'Password' }).check()
    await expect(page.getByText(newPasswordWords.maybeSet)).toBeVisible()
    await page.getByRole('radio', { name: 'Public' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('is now Public')).toBeVisible()
    expect(server.websites.find(({ id }) => id === 3)?.privacy).toBe(0)
  })

  test('is deleted without a promise of what happens to its reports @all', async ({ page, openVariant }) => {
    const { requests, reports } = await openVariant('keepsReports', '/websites/3')
    await page.getByRole('button', { name: reportActionWords.more }).click()
    await page.getByRole('menuitem', { name: websiteWords.remove }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      'It may also delete its 5 reports: this server doesn’t say whether it keeps them.',
    )
    await expect(dialog).not.toContainText(websitesWords.deleteUndo)
    await dialog.getByRole('textbox').fill('copper-cellar.example')
    await dialog.getByRole('button', { name: websiteWords.remove, exact: true }).click()
    await expect(page).toHaveURL(/\/websites$/)
    const deletions = requests.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ path, headers }) => [path, headers.accept])).toEqual([['/websites/3', '*/*']])
    expect(reports.filter(({ website_id }) => website_id === 3)).toHaveLength(5)
  })
})

test('a delete that is redirected to a login page asks for a key and keeps the row @all', async ({
  page,
  openVariant,
}) => {
  const server = await openVariant('loginPage', '/reports')
  server.on('DELETE', '/reports/59', ({ response }) => void response.writeHead(302, { location: '/login' }).end(), 1)
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
  await page.getByRole('button', { name: deletingWords.confirm(1) }).click()
  await expect(page.getByRole('dialog', { name: keyDialogWords.title })).toBeVisible()
  expect(server.reports.some(({ id }) => id === 59)).toBe(true)
  await page.getByRole('button', { name: keyDialogWords.later }).click()
  await expect(page.locator('tr[data-row="59"]')).toBeVisible()
  expect(await read(page)).not.toContain('deleted')
})
