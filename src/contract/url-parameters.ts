import { percentDecode } from './format/percent-encoding.ts'

/** Names of parameters that identify a visitor or the source of a visit, and change nothing on a page. */
const ignorableNames =
  /^(?:utm_.*|mtm_.*|pk_(?:campaign|kwd|source|medium|content)|[gw]braid|gclid|gclsrc|dclid|fbclid|msclkid|yclid|ttclid|twclid|li_fat_id|igshid|mc_[ce]id|_ga|_gl|srsltid)$/

/** Names of parameters that hold the ID of a visit. */
const sessionNames =
  /^(?:sid|s_?id|sess(?:ion)?(?:_?id)?|phpsessid|jsessionid|aspsessionid.*|oscsid|zenid|xtcsid|cfid|cftoken|sessid)$/

export const isSessionName = (name: string) => sessionNames.test(name)
export const isIgnorableName = (name: string) => ignorableNames.test(name) || isSessionName(name)

/** Returns the name of a parameter in lower case, without escapes. */
export function nameOf(parameter: string): string {
  const [name = ''] = parameter.split('=', 1)
  return (percentDecode(name) ?? name).toLowerCase()
}

/** Returns the parameters of the query of a URL, and those of its path, as in `/a;jsessionid=1`, as written. */
export const parametersOf = ({ pathname, search }: URL): string[] => [
  ...pathname.split('/').flatMap((segment) => segment.split(';').slice(1)),
  ...search.slice(1).split('&').filter(Boolean),
]

/**
 * Returns a URL without the parameters of some names, in its query or its path. The others stay as they are written. A
 * name with a `*` at the end matches all that begin with it.
 */
export function withoutParameters(url: string, names: readonly string[]): string {
  if (names.length === 0) return url
  const ignored = names.map((name) => name.toLowerCase())
  return filterParameters(url, (name) =>
    ignored.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)),
  )
}

/** Returns a URL without the parameters whose names match. */
export function filterParameters(url: string, isIgnored: (name: string) => boolean): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const isKept = (parameter: string) => !isIgnored(nameOf(parameter))
  const segments = path.split('/').map((segment) => {
    const [first = '', ...parameters] = segment.split(';')
    return [first, ...parameters.filter(isKept)].join(';')
  })
  const parameters = query.slice(1).split('&')
  const kept = parameters.filter(isKept)
  const search = kept.length === parameters.length ? query : kept.join('') === '' ? '' : `?${kept.join('&')}`
  return segments.join('/') + search + fragment
}
