import { paths } from './paths.ts'

const longest = 4000
/** The scripts that a page begins with; their names change with what is in them. */
const scripts = /<script type="module"[^>]* src="([^"]+)"/g

/** Whether the dashboard's address leads to another version by now than the one on screen; false where that cannot be found out. */
export async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(longest),
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
