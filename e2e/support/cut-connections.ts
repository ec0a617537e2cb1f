import type { Page } from '@playwright/test'

/** When the connection breaks: before the write reaches the server, after it was performed, or not at all. */
type Cut = 'before' | 'after' | null

/** Message for a write that did not happen according to a later read. */
export const notSoFar = 'Connection lost. We checked: the change hasn’t been made yet. You can try again.'

/** Breaks the connections of the next matching writes, one entry of `next` each. `again` adds an entry. */
export async function cutNext(page: Page, method: string, path: RegExp, ...next: Cut[]) {
  const cut = {
    /** Matching writes so far, including those let through. */
    sent: 0,
    again: (when: Cut) => void next.push(when),
  }
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    cut.sent += 1
    const when = next.shift() ?? null
    if (when === null) return route.fallback()
    if (when === 'after') await route.fetch()
    await route.abort('connectionreset')
  })
  return cut
}
