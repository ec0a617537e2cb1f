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

/** The rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Makes the window as high as the page, where no foot of a list covers parts of the links that scroll beneath it. */
async function showWholePage(page: Page, { width, height: shown }: { width: number; height: number }) {
  const height = await page.evaluate(() =>
    document.querySelector('[role=dialog], [role=menu]') ? 0 : document.documentElement.scrollHeight,
  )
  if (height > shown) await page.setViewportSize({ width, height })
}

/** Waits until the page has loaded and returns axe's findings, one line each: of the given rules, else of all. */
export async function axeFindings(page: Page, rules?: string[]) {
  await expect(page.locator(loading)).toHaveCount(0)
  const size = page.viewportSize() ?? desk
  if (!rules) await showWholePage(page, size)
  await settleStyles(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // Violations alone take a third of the time of a full report. Axe leaves out the rule of WCAG 2.2 by default.
    (only) =>
      // An open dialog or menu covers parts of links, and what is left of one can be smaller than a target may be.
      // Around it, Base UI has hidden elements that take the focus to pass it on.
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document,
        {
          resultTypes: ['violations'],
          ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
        },
      ),
    rules,
  )
  if (!rules) await page.setViewportSize(size)
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
}

/** Expects no axe findings at the given sizes (default: the current size), and none of colours in the dark scheme. */
export async function expectNoFindings(page: Page, name: string, sizes = [page.viewportSize() ?? desk]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const rules = colorScheme === 'dark' ? colourRules : undefined
      expect.soft(await axeFindings(page, rules), `${name}, ${colorScheme}, ${size.width} px`).toEqual([])
    }
  }
}
