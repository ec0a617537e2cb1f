import type { Page } from '@playwright/test'

type When = 'before' | 'after'

/** What is said of a write that was looked for and not found. */
export const notSoFar = 'The connection broke. It was looked up since: this has not been done so far. You can try again.'

/** The next such write loses its connection: `before` it comes to the server, or `after` it was carried out. `again` cuts the next one too. */
export async function cutNext(page: Page, method: string, path: RegExp, first: When) {
  let next: When | null = first
  const cut = {
    /** Such writes so far, cut or not. */
    sent: 0,
    again: (when: When) => void (next = when),
  }
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    cut.sent += 1
    const when = next
    next = null
    if (when === null) return route.fallback()
    if (when === 'after') await route.fetch()
    await route.abort('connectionreset')
  })
  return cut
}
