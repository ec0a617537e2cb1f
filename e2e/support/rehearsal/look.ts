import type { Page } from '@playwright/test'

/** What stands where nothing is known, for eyes and ears. */
export const notKnown = '– The server does not say'

export const rows = (page: Page) => page.locator('main tbody tr[data-row]')

/** The texts of a list's column, from the top; "URL" without the title under it. */
export async function column(page: Page, heading: string): Promise<string[]> {
  await rows(page).first().waitFor()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  const at = headings.findIndex((text) => text.trim() === heading)
  return rows(page).evaluateAll(
    (all, index) => all.map((row) => (row.children[index] as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
    at,
  )
}

/** What a person reads on the page, in one line. */
export const read = async (page: Page) => (await page.locator('main').innerText()).replace(/\s+/g, ' ')
