import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { listWords } from '#web/list/words.ts'
import { deletingWords, reportMenuWords } from '#web/reports/words.ts'
import { restoringWords } from '#web/resources/words.ts'
import { signInAgainWords } from '#web/session/words.ts'
import { redirectToLogin } from './support/mock-server/faults.ts'
import type { MockServer } from './support/mock-server/mock-server.ts'
import type { StoredWebsite } from './support/mock-server/stored-data.ts'
import { expect, rows, test } from './support/mock-server/test.ts'
import { analysePage, tick } from './support/test.ts'

/** Removes the file picker, so that the file is downloaded. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')))

// The variant that differs most. The readers are tested with each difference, and `check-server` with each variant.
test('everything works with lists and detail pages of a server that differs as much as can be read @all', async ({
  page,
  openVariant,
}) => {
  const server = await openVariant('mostDifferent', '/reports')
  await expect.poll(() => idsShown(page)).toEqual(expected(server, {}))
  await browseReports(page, server)
  const website = await openWebsite(page, server)
  await setPassword(page, website)
  await deleteReport(page, server)
  await analyse(page, server)
  await exportReports(page, server)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expectSpecifiedRequests(server)
})

// Node follows redirects that a browser hides.
test('a delete that is redirected to a login page asks for a key and keeps the row @all', async ({
  page,
  openVariant,
}) => {
  const server = await openVariant('loginPage', '/reports')
  server.on('DELETE', '/reports/59', redirectToLogin(), 1)
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
  await page.getByRole('button', { name: deletingWords.confirm(1) }).click()
  await expect(page.getByRole('dialog', { name: signInAgainWords.title })).toBeVisible()
  expect(server.reports.some(({ id }) => id === 59)).toBe(true)
  await page.getByRole('button', { name: signInAgainWords.later }).click()
  await expect(page.locator('tr[data-row="59"]')).toBeVisible()
  await expect(page.getByText(/deleted/)).toHaveCount(0)
})

/** The header of the page, with the URL of a report. */
const header = (page: Page) => page.getByRole('main').locator('header').first()
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const idsShown = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))))

/** Returns the IDs of the stored reports that a list must show, in order. Filtered lists are sorted by lowest score. */
const expected = (
  { reports }: MockServer,
  { result, page = 1, size = 10 }: { result?: string; page?: number; size?: number },
) =>
  reports
    .filter((report) => result === undefined || report.result === result)
    .toSorted((one, other) => (result === undefined ? other.id - one.id : one.score - other.score || one.id - other.id))
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id)

/** Filters, sorts, turns a page, opens a report and goes back to the same page. */
async function browseReports(page: Page, server: MockServer) {
  await tick(page.getByRole('radio', { name: 'Bad' }))
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption('Lowest score first')
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad' }))
  await page.getByRole('button', { name: listWords.nextPage }).click()
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad', page: 2 }))
  const address = page.url()
  const [first] = expected(server, { result: 'bad', page: 2 })
  await rows(page).first().locator('a[href^="/reports/"]').click()
  await expect(page).toHaveURL(new RegExp(`/reports/${first}\\?`))
  await expect(header(page)).toContainText(server.reports.find(({ id }) => id === first)?.domain ?? '')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad', page: 2 }))
}

/** Opens a website from the list of websites. */
async function openWebsite(page: Page, server: MockServer) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Websites/ })
    .click()
  const ids = server.websites.map(({ id }) => id).toSorted((one, other) => other - one)
  await expect.poll(() => idsShown(page)).toEqual(ids)
  const website = server.websites.find(({ id }) => id === ids[1])
  await rows(page).nth(1).locator('a[href^="/websites/"]').first().click()
  await expect(page).toHaveURL(`${server.origin}/websites/${website?.id}`)
  await expect(page.locator('h1')).toContainText(website?.domain ?? '')
  await expect(rows(page).first()).toBeVisible()
  return website
}

/** Sets a password for the website whose page is open. */
async function setPassword(page: Page, website: StoredWebsite | undefined) {
  const address = page.url()
  await page.locator('main a[href$="/privacy"]').first().click()
  await page.getByRole('radio', { name: /^Password/ }).check()
  await page.getByRole('textbox', { name: /password/i }).fill('linen & oak')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(address)
  expect(website).toMatchObject({ privacy: 2, password: 'linen & oak' })
}

/** Deletes a report, after changing one's mind once. */
async function deleteReport(page: Page, server: MockServer) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { size: 50 }))
  const [, second] = expected(server, { size: 50 })
  for (const answer of [deletingWords.cancel, deletingWords.confirm(1)]) {
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: reportMenuWords.remove }).click()
    expect(server.reports.some(({ id }) => id === second)).toBe(true)
    const dialog = page.getByRole('dialog', { name: deletingWords.confirmTitle(1) })
    await dialog.getByRole('button', { name: answer }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(notifications(page).getByText(deletingWords.done(1))).toBeVisible()
  await expect(notifications(page).getByRole('button', { name: restoringWords.undo })).toHaveCount(0)
  expect(server.reports.some(({ id }) => id === second)).toBe(false)
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { size: 50 }))
}

async function analyse(page: Page, server: MockServer) {
  await analysePage(page, 'https://www.fresh.example/start')
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(header(page)).toContainText('fresh.example/start')
  expect(page.url()).toContain(`/reports/${server.reports.at(-1)?.id}`)
}

/** Exports the reports: the file lists each one once and in order. */
async function exportReports(page: Page, server: MockServer) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
    server.reports.map(({ id }) => id).toSorted((one, other) => other - one),
  )
}

/** Checks that every request was sent as specified, and each write once. */
function expectSpecifiedRequests(server: MockServer) {
  const of = (wanted: string) => server.requests.filter(({ method }) => method === wanted)
  for (const { headers, path } of of('GET'))
    expect([path, headers.accept, headers['content-type']]).toEqual([path, 'application/json', undefined])
  for (const { headers, body } of of('DELETE'))
    expect([headers.accept, headers['content-type'], body]).toEqual(['*/*', undefined, ''])
  for (const { headers } of [...of('POST'), ...of('PUT')])
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(of('POST').map(({ path, body }) => [path, body])).toEqual([
    ['/reports', 'url=https%3A%2F%2Fwww.fresh.example%2Fstart'],
  ])
  expect(of('PUT').map(({ body }) => body)).toEqual(['privacy=2&password=linen+%26+oak'])
  expect(of('DELETE')).toHaveLength(1)
}
