import { isIgnorableName, isSessionName, nameOf, parametersOf } from '#contract/url-parameters.ts'
import type { CrawlTrap } from '#contract/websites/crawls.ts'

/** URLs that differ only by dates, page numbers or filters. `isNamed` is false if only a number tells them apart. */
export type Group = { kind: Exclude<CrawlTrap['kind'], 'chain'>; pattern: string; isNamed: boolean }

/** Days, weeks and months, but not years alone. */
const dates =
  /(?<!\d)(?:(?:19|20)\d\d(?:([-_./])(?:0?[1-9]|1[0-2])(?:\1(?:0?[1-9]|[12]\d|3[01]))?|-?W\d\d?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))|(?:0?[1-9]|[12]\d|3[01])[-.](?:0?[1-9]|1[0-2])[-.](?:19|20)\d\d)(?!\d)/gi
const dateNames = /^(?:year|jahr|month|monat|week|woche|day|tag|date|datum)$/
const pagingNames =
  /^(?:page|paged|pg|seite|pagina|page[-_]?(?:no|num|number|index)|page\[(?:number|offset)\]|start|offset|skip)$/
const pagingPath = /(\/(?:page|paged|seite|pagina)[-_/]?)\d{1,9}(\.\w{1,5})?(\/?)$/i
const wholeNumber = /^\d{1,9}$/

/**
 * Returns the pattern to which a URL belongs: its dates, page numbers or filters are left open. Null if nothing in it
 * seems to be generated.
 */
export function groupOf(url: URL): Group | null {
  const repeated = repeatedFolder(url)
  if (repeated !== null) return { kind: 'path', pattern: `/…/${repeated.name}/…/${repeated.name}/…`, isNamed: true }
  const path = url.pathname.replace(dates, '{date}')
  let [hasDate, isPaged] = [path !== url.pathname, false]
  const fixed: string[] = []
  const choices = choicesOf(url)
  for (const { name, value } of choices) {
    const isDate = wholeNumber.test(value) ? dateNames.test(name) : value.replace(dates, '') === '' && value !== ''
    const isPage = pagingNames.test(name) && wholeNumber.test(value)
    if (isDate) hasDate = true
    if (isPage) isPaged = true
    fixed.push(`${name}=${isDate ? '{date}' : isPage ? '{n}' : value}`)
  }
  const open = path.replace(pagingPath, '$1{n}$2$3')
  if (open !== path) isPaged = true
  const pattern = (start: string) => (fixed.length === 0 ? start : `${start}?${fixed.toSorted().join('&')}`)
  if (hasDate) return { kind: 'calendar', pattern: pattern(open), isNamed: true }
  if (isPaged) return { kind: 'paging', pattern: pattern(open), isNamed: true }
  if (choices.length > 1) return { kind: 'facets', pattern: `${path}?…&…`, isNamed: true }
  // Without the word for a page, only their depths tell page numbers from the IDs of products.
  const numbered = path.replace(/\/\d{1,9}(\/?)$/, '/{n}$1')
  const [choice] = choices
  if (choice && wholeNumber.test(choice.value))
    return { kind: 'paging', pattern: `${path}?${choice.name}={n}`, isNamed: false }
  return numbered === path || choice ? null : { kind: 'paging', pattern: numbered, isNamed: false }
}

type Choice = { name: string; value: string }

/** Returns the parameters that can be filters. One with several values, as in `?size=s,m`, counts once for each. */
export const choicesOf = ({ search }: URL): Choice[] =>
  search
    .slice(1)
    .split('&')
    .flatMap((parameter) => {
      const name = nameOf(parameter)
      if (name === '' || isIgnorableName(name)) return []
      const value = parameter.slice(parameter.indexOf('=') + 1).slice(0, 200)
      return value.split(/,|%2C|\||%7C/i).map((value) => ({ name, value }))
    })

/** Returns a folder that a path has more than once, apart from one that directly follows itself. */
export function repeatedFolder({ pathname }: URL): { name: string; times: number } | null {
  const folders = pathname.split('/').filter((name) => name !== '' && !/^\d+$/.test(name))
  const places = Map.groupBy(folders.keys(), (at) => folders[at] ?? '')
  for (const [name, [first = 0, second, ...more]] of places)
    if (second !== undefined && (second > first + 1 || more.length > 0)) return { name, times: 2 + more.length }
  return null
}

const isSessionParameter = (parameter: string) => {
  const value = parameter.slice(parameter.indexOf('=') + 1)
  return isSessionName(nameOf(parameter)) && value.length >= 6 && /\d/.test(value)
}

/** Returns the pattern of a URL with a session ID, or null. */
export function sessionPattern(url: URL): string | null {
  const found = parametersOf(url).find(isSessionParameter)
  return found === undefined ? null : `…${url.pathname.includes(`;${found}`) ? ';' : '?'}${nameOf(found)}={id}`
}
