import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { rows } from './look.ts'
import type { Rehearsal } from './rehearsal.ts'
import type { StoredWebsite } from './stored.ts'

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const idsShown = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))))

/** What a list on this server must show for a question: the stored reports themselves, in order. */
const expected = ({ reports }: Rehearsal, { result, page = 1 }: { result?: string; page?: number }) =>
  reports
    .filter((report) => result === undefined || report.result === result)
    .toSorted((one, other) => (result === undefined ? other.id - one.id : one.score - other.score || one.id - other.id))
    .slice((page - 1) * 10, page * 10)
    .map(({ id }) => id)

/** Everything that a person does with lists and details, once: what is shown and what is asked must be right whatever the dialect. */
export async function wholeFlow(page: Page, server: Rehearsal) {
  const website = await readingFlow(page, server)
  await privacy(page, website)
  await deletion(page, server)
  await analysis(page, server)
  await file(page, server)
  await expect(page.getByRole('alert')).toHaveCount(0)
  requests(server)
}

/** Both lists, a report and a website. Gives the website, whose page it is then. */
export async function readingFlow(page: Page, server: Rehearsal) {
  await page.goto(`${server.origin}/reports`)
  await expect.poll(() => idsShown(page)).toEqual(expected(server, {}))
  await list(page, server)
  const website = await websites(page, server)
  await expect(page.getByRole('alert')).toHaveCount(0)
  reads(server)
  return website
}

/** Filter, sort, next page, a report, back to the same page. */
async function list(page: Page, server: Rehearsal) {
  await page.getByRole('radio', { name: 'Bad' }).check()
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption('Lowest score first')
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad' }))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad', page: 2 }))
  const address = page.url()
  const [first] = expected(server, { result: 'bad', page: 2 })
  await rows(page).first().locator('a[href^="/reports/"]').click()
  await expect(page).toHaveURL(new RegExp(`/reports/${first}\\?`))
  await expect(page.locator('h1')).toContainText(server.reports.find(({ id }) => id === first)?.domain ?? '')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect.poll(() => idsShown(page)).toEqual(expected(server, { result: 'bad', page: 2 }))
}

/** From the list of websites to one of them. */
async function websites(page: Page, server: Rehearsal) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Websites/ })
    .click()
  const ids = server.websites.map(({ id }) => id).toSorted((one, other) => other - one)
  await expect.poll(() => idsShown(page)).toEqual(ids.slice(0, 10))
  const website = server.websites.find(({ id }) => id === ids[1])
  await rows(page).nth(1).locator('a[href^="/websites/"]').first().click()
  await expect(page).toHaveURL(`${server.origin}/websites/${website?.id}`)
  await expect(page.locator('h1')).toContainText(website?.domain ?? '')
  await expect(rows(page).first()).toBeVisible()
  return website
}

/** A password for the website whose page it is. */
async function privacy(page: Page, website: StoredWebsite | undefined) {
  const address = page.url()
  await page.locator('main a[href$="/privacy"]').first().click()
  await page.getByRole('radio', { name: /^Password/ }).check()
  await page.getByRole('textbox', { name: /password/i }).fill('linen & oak')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(address)
  expect(website).toMatchObject({ privacy: 2, password: 'linen & oak' })
}

/** Deleted, undone, and deleted for good. */
async function deletion(page: Page, server: Rehearsal) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await expect.poll(() => idsShown(page)).toEqual(expected(server, {}))
  const [, second] = expected(server, {})
  const remove = async () => {
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete report' }).click()
    await expect(page.locator(`tr[data-row="${second}"]`)).toHaveCount(0)
  }
  await remove()
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator(`tr[data-row="${second}"]`)).toBeVisible()
  await remove()
  await notifications(page).getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(() => server.reports.some(({ id }) => id === second)).toBe(false)
  await expect.poll(() => idsShown(page)).toEqual(expected(server, {}))
}

async function analysis(page: Page, server: Rehearsal) {
  await page.getByLabel('Analyse a URL').fill('https://www.fresh.example/start')
  await page.getByLabel('Analyse a URL').press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+$/)
  await expect(page.locator('h1')).toContainText('fresh.example/start')
  expect(page.url()).toContain(`/reports/${server.reports.at(-1)?.id}`)
}

/** Every report of the server is in the file, once and in order. */
async function file(page: Page, server: Rehearsal) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Reports/ })
    .click()
  await page.getByRole('button', { name: 'Export' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
    server.reports.map(({ id }) => id).toSorted((one, other) => other - one),
  )
}

const askedBy = (wanted: string, { asked }: Rehearsal) => asked.filter(({ method }) => method === wanted)

/** What was read, in the form the specification gives it. */
function reads(server: Rehearsal) {
  for (const { headers, path } of askedBy('GET', server))
    expect([path, headers.accept, headers['content-type']]).toEqual([path, 'application/json', undefined])
}

/** What was asked for, in the form the specification gives it; each write once. */
function requests(server: Rehearsal) {
  reads(server)
  const of = (method: string) => askedBy(method, server)
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
