import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Everything axe finds on the page as it stands, a line each. */
export async function axeFindings(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`)
}
