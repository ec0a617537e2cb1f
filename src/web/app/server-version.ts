import { paths } from './paths.ts'

/** The longest wait for the page, in ms. */
const maxWaitMs = 4000
/** The scripts of a page. Their names change with their content. */
const scripts = /<script type="module"[^>]* src="([^"]+)"/g

/** Compares the dashboard on the server with the one on screen. Returns null if the server can't be reached. */
export async function serverVersion(): Promise<'same' | 'newer' | null> {
  try {
    const response = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(maxWaitMs),
    })
    if (!response.ok) return null
    const theirs = [...(await response.text()).matchAll(scripts)].map(([, source]) => source ?? '')
    const own = new Set(
      [...document.querySelectorAll('script[type=module]')].map((script) => script.getAttribute('src')),
    )
    return theirs.some((source) => !own.has(source)) ? 'newer' : 'same'
  } catch {
    return null
  }
}
