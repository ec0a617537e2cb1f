import { paths } from './paths.ts'

/** The longest wait for the page, in ms. */
const maxWaitMs = 4000
/** The scripts of a page. Their names change with their content. */
const scripts = /<script type="module"[^>]* src="([^"]+)"/g

/** Whether the server has a newer version of the dashboard than the one on screen; false if it can't be reached. */
export async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(maxWaitMs),
    })
    const theirs = [...(await answer.text()).matchAll(scripts)].map(([, source]) => source ?? '')
    const own = new Set(
      [...document.querySelectorAll('script[type=module]')].map((script) => script.getAttribute('src')),
    )
    return theirs.some((source) => !own.has(source))
  } catch {
    return false
  }
}
