import { readBy } from './session.ts'

/** What may be asked for without a key under its own path. */
const open = /^(?:\/checks|\/sign-in|\/shared\/.+)?$/
const read = /^\/(reports|websites)(?:\/(\d+))?(?:\?(.*))?$/

/** Where whoever has no key finds what others have at `path`, if its website is shared; null where nothing can be. */
export function sharedPath(path: string): string | null {
  if (open.test(path)) return path
  const [, resource, id, search] = read.exec(path) ?? []
  if (!resource) return null
  if (id) return `/shared/${resource}/${id}`
  const query = new URLSearchParams(search)
  const website = query.get('website_id')
  query.delete('website_id')
  return resource === 'reports' && /^\d+$/.test(website ?? '')
    ? withQuery(`/shared/websites/${website}/reports`, query)
    : null
}

/** What a link opens; below it stands what belongs to that. */
export const linkPath = (token: string) => `/shared/links/${encodeURIComponent(token)}`

/** The same inside a link, which knows its website itself. */
export const linkedPath = (token: string) => (path: string) => {
  if (open.test(path)) return path
  const [, resource, id, search] = read.exec(path) ?? []
  const query = new URLSearchParams(search)
  query.delete('website_id')
  if (!resource || (id && resource === 'websites')) return null
  return withQuery(`${linkPath(token)}/${resource}${id ? `/${id}` : ''}`, query)
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

// The pages that open without a key load this file, so that their first read goes the right way already.
readBy({ name: 'nobody', pathOf: sharedPath })
