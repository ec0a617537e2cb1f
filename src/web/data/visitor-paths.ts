/** Whether a path of the API needs no key. */
export const needsNoKey = (path: string) => /^(?:\/checks|\/sign-in|\/shared\/.+)?$/.test(path)

/** Splits the path of an item or a list that visitors may read; undefined for any other path. */
export function splitPath(path: string) {
  const [, resource, id, search] = /^\/(reports|websites)(?:\/(\d+))?(?:\?(.*))?$/.exec(path) ?? []
  return resource ? { resource, id, query: new URLSearchParams(search) } : undefined
}

export const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

/** Where a visitor finds what a key holder has at `path`, if its website is shared; null if a visitor can't have it. */
export function visitorPath(path: string): string | null {
  if (needsNoKey(path)) return path
  if (/^\/(reports\/\d+\/(history|findings|compare)|websites\/\d+\/(issues|history|what-if))\b/.test(path))
    return `/shared${path}`
  const parts = splitPath(path)
  if (!parts) return null
  const { resource, id, query } = parts
  if (id) return `/shared/${resource}/${id}`
  const website = query.get('website_id')
  query.delete('website_id')
  return resource === 'reports' && /^\d+$/.test(website ?? '')
    ? withQuery(`/shared/websites/${website}/reports`, query)
    : null
}
