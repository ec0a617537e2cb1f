import type { Page } from '@playwright/test'

/** The time of the break: before the write reaches the server, or after it was performed. */
type Cut = 'before' | 'after'

/** Breaks the connections of the next matching writes, one entry of `next` each, and counts all of them. */
export async function cutNext(page: Page, method: string, path: RegExp, ...next: Cut[]) {
  const cut = { sent: 0 }
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    cut.sent += 1
    const when = next.shift()
    if (when === undefined) return route.fallback()
    if (when === 'after') await route.fetch()
    await route.abort('connectionreset')
  })
  return cut
}
