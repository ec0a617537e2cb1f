import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

const schemes = ['light', 'dark'] as const
export const desk = { width: 1440, height: 900 }
export const phone = { width: 375, height: 700 }

/** What is pale until its answer has come, and is then to be read. */
const pale = '[role=status][aria-busy=true], ul[aria-busy=true]'

/** Everything axe finds on the page as it stands once its answers have come, a line each. */
export async function axeFindings(page: Page) {
  await expect(page.locator(pale)).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // Only what is wrong is described: that takes a third of the time of the whole report.
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
}

/** Axe finds nothing on the page as it stands, in either scheme, at each of the sizes; none: at the present one. */
export async function expectNoFindings(page: Page, name: string, sizes = [page.viewportSize() ?? desk]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await axeFindings(page), `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
    }
  }
}
