import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { csvLine } from '#contract/format/csv.ts'
import { type ExportColumns, reportExportColumns, websiteExportColumns } from '#contract/lists/exports.ts'
import { exportWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { expect, test, withoutExtensions } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })

const headingsOf = (columns: ExportColumns<never>) => csvLine(columns.map(([heading]) => heading))

/** Removes the file picker, so that the file is downloaded. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
})

async function exported(page: Page) {
  const coming = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

for (const server of ['our service', 'a server without extensions'] as const) {
  test(`all matching rows are exported as CSV and JSON in the list's order from ${server}`, async ({
    page,
    service,
  }) => {
    if (server !== 'our service') await withoutExtensions(page)
    const address = '/reports?result=bad&sort_by=score&sort=asc'
    const { body } = await service.api(`/api/v1${address}&per_page=100`)
    await page.goto(`${address}&page=2`)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(dialog(page)).toContainText(reportsWords.counted(body.meta.total.toLocaleString('en')))
    const csv = await exported(page)
    expect(csv.name).toMatch(/^reports \d{4}-\d\d-\d\d\.csv$/)
    expect(csv.text.startsWith(`\ufeff${headingsOf(reportExportColumns)}`)).toBe(true)
    const lines = csv.text.split('\r\n')
    expect(lines.slice(1, 101).map((line) => Number(line.split(',')[0]))).toEqual(
      body.data.map((row: { id: number }) => row.id),
    )
    expect(lines).toHaveLength(body.meta.total + 2)
    await expect(page.getByText(exportWords.done(body.meta.total))).toBeVisible()
    await expect(dialog(page)).toBeHidden()

    await page.getByRole('button', { name: 'Export' }).click()
    await dialog(page).getByRole('radio', { name: 'JSON' }).check()
    const json = JSON.parse((await exported(page)).text) as { id: number }[]
    expect(json).toHaveLength(body.meta.total)
    expect(new Set(json.map(({ id }) => id)).size).toBe(json.length)
  })
}

test('the file of websites has their columns, and a byte order mark for spreadsheets', async ({ page }) => {
  await page.goto('/websites')
  await page.getByRole('button', { name: 'Export' }).click()
  const { text } = await exported(page)
  expect(text.startsWith(`\ufeff${headingsOf(websiteExportColumns)}`)).toBe(true)
})

test('with a file picker the rows are written as they arrive', async ({ page, service }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    })
  })
  const { total } = (await service.api('/api/v1/reports')).body.meta
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText(exportWords.done(total))).toBeVisible()
  const lines = await page.evaluate(async () => {
    for await (const [name, file] of (await navigator.storage.getDirectory()).entries()) {
      if (name.endsWith('.csv'))
        return (await (await (file as FileSystemFileHandle).getFile()).text()).split('\r\n').length
    }
    return 0
  })
  expect(lines).toBe(total + 2)
})

test('an export can be cancelled and reports a list that shrinks meanwhile', async ({ page }) => {
  await withoutExtensions(page)
  await page.route(/\/api\/v1\/reports\?.*page=3/, () => {})
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page).getByRole('progressbar')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()

  await page.unroute(/\/api\/v1\/reports\?.*page=3/)
  await page.route(/\/api\/v1\/reports\?.*page=2(&|$)/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: body.data.slice(1) } })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await exported(page)
  await expect(page.getByText(/The list changed during the export: expected [\d,]+ rows, got [\d,]+\./)).toBeVisible()
})

test('on a server that ignores the page parameter one page is exported and reported as such', async ({ page }) => {
  await withoutExtensions(page)
  await page.route(/\/api\/v1\/reports\?/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('page')
    const response = await route.fetch({ url: url.href })
    await route.fulfill({ response, json: (await response.json()).data })
  })
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Export' }).click()
  const { text } = await exported(page)
  expect(text.split('\r\n')).toHaveLength(102)
  await expect(page.getByText(/only returned its first page/)).toBeVisible()
  // Requests for the next pages may still be pending.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a failed export shows the reason and can be retried', async ({ page }) => {
  await page.route('**/api/v1/exports/**', (route) =>
    route.fulfill({ status: 503, body: '{"message":"The service is shutting down.","status":503}' }),
  )
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(/shutting down|not available|server/i)
  await expect(dialog(page).getByRole('button', { name: exportWords.again })).toBeVisible()
})
