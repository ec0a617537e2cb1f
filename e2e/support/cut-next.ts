import type { Page } from '@playwright/test'

/** When the connection goes: before the write comes to the server, after it was carried out, or not at all. */
type Cut = 'before' | 'after' | null

/** What is said of a write that was looked for and not found. */
export const notSoFar =
  'The connection broke. It was looked up since: this has not been done so far. You can try again.'

/** The next such writes lose their connection so, one after the other; `again` says it of those after them. */
export async function cutNext(page: Page, method: string, path: RegExp, ...next: Cut[]) {
  const cut = {
    /** Such writes so far, cut or not. */
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
