const pageParameter = /^(?:page|p|pg|paged|page[_-]?(?:no|num|number|index)|pagenum|seite|pagina|página|sida|strona)$/i
const pageStep = /\/(?:(?:page|seite|pagina|strana)[/_-]?)(\d{1,4})\/?$/i

/**
 * Splits a URL into the number of its page in a list, and the list. The number is null if there is none. `isUnsure`
 * is true for a parameter p, which can be the number of a post.
 */
export function placeInList(written: string): { page: number | null; list: string; isUnsure: boolean } {
  const { host, pathname, search } = new URL(written)
  const step = pageStep.exec(pathname)
  const parameters = search.slice(1).split('&').filter(Boolean)
  const named = parameters.find(
    (parameter) =>
      pageParameter.test(parameter.split('=', 1)[0] ?? '') &&
      /^\d{1,4}$/.test(parameter.slice(parameter.indexOf('=') + 1)),
  )
  const page = step?.[1] ?? named?.slice(named.indexOf('=') + 1)
  const path = step ? pathname.slice(0, step.index) : pathname
  const others = parameters.filter((parameter) => parameter !== named).toSorted()
  return {
    page: page === undefined ? null : Number(page),
    isUnsure: !step && named?.startsWith('p=') === true,
    list: `${host}${path.replace(/\/$/, '')}?${others.join('&')}`,
  }
}
