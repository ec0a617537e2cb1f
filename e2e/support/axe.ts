import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

const schemes = ['light', 'dark'] as const
export const desk = { width: 1440, height: 900 }
export const phone = { width: 375, height: 700 }

/** Placeholders that are pale while they load. Their low contrast is intended. */
const loading = '[role=status][aria-busy=true], ul[aria-busy=true]'

/** Waits until the styles are drawn and transitions have ended, so that no colour between two is measured. */
const settleStyles = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    // An animation that is cancelled rejects.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Waits until the page has loaded and returns axe's findings, one line each. */
export async function axeFindings(page: Page) {
  await expect(page.locator(loading)).toHaveCount(0)
  await settleStyles(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // Only violations: takes a third of the time of a full report. Axe leaves out the rule of WCAG 2.2 by default.
    () =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true } },
      }),
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
}

/** Expects no axe findings in both colour schemes at the given sizes (default: the current size). */
export async function expectNoFindings(page: Page, name: string, sizes = [page.viewportSize() ?? desk]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect.soft(await axeFindings(page), `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
    }
  }
}
