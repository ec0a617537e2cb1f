import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { csvLine } from '#contract/format/csv.ts'
import { websiteExportColumns } from '#contract/lists/exports.ts'
import { exportWords } from '#web/list/words.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })

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

test('the file of websites has their columns, and a byte order mark for spreadsheets', async ({ page }) => {
  await page.goto('/websites')
  await page.getByRole('button', { name: 'Export' }).click()
  const { text } = await exported(page)
  expect(text.startsWith(`\ufeff${csvLine(websiteExportColumns.map(([heading]) => heading))}`)).toBe(true)
})

test('with a file picker the rows are written as they arrive @all', async ({ page, service }) => {
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
