import { paths } from './paths.ts'

/** The longest wait for the page, in ms. */
const maxWaitMs = 4000
/** The scripts of a page. Their names change with their content. */
const scripts = /<script type="module"[^>]* src="([^"]+)"/g

/** Compares the dashboard on the server with the one on screen. Returns null if the server can't be reached. */
export async function serverVersion(): Promise<'same' | 'newer' | null> {
  try {
    const answer = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(maxWaitMs),
    })
    if (!answer.ok) return null
    const theirs = [...(await answer.text()).matchAll(scripts)].map(([, source]) => source ?? '')
    const own = new Set(
      [...document.querySelectorAll('script[type=module]')].map((script) => script.getAttribute('src')),
    )
    return theirs.some((source) => !own.has(source)) ? 'newer' : 'same'
  } catch {
    return null
  }
}
