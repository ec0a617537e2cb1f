import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { csvLine } from '#contract/format/csv.ts'
import { websiteExportColumns } from '#contract/lists/exports.ts'
import { expect, test } from './support/test.ts'

/** Removes the file picker, so that the file is downloaded. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
})

async function exported(page: Page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('the file of websites has their columns, and a byte order mark for spreadsheets', async ({ page }) => {
  await page.goto('/websites')
  await page.getByRole('button', { name: 'Export' }).click()
  const { text } = await exported(page)
  expect(text.startsWith(`\ufeff${csvLine(websiteExportColumns.map(([heading]) => heading))}`)).toBe(true)
})
