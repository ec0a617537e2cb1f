import { matchPath } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import { readViewQuery, type View, type ViewList } from '#contract/views.ts'
import { base, paths } from '#web/app/paths.ts'

/** Returns the path of a view's list. Stored search parameters that views do not have are left out. */
export function viewPath({ list, query }: Pick<View, 'list' | 'query'>) {
  const own = readViewQuery(list, query).query
  return paths[list]() + (own && `?${own}`)
}

/**
 * Returns the view at a URL: its list and the search parameters that a view keeps. Returns null if the page has no
 * list. The page of a website counts as the reports list filtered by it.
 */
export function viewAt(pathname: string, search: string): { list: ViewList; query: string } | null {
  const website = matchPath(`${base}/websites/:id`, pathname)?.params.id
  if (website) {
    const own = new URLSearchParams(search)
    own.set('website_id', website)
    return readId(website) === null ? null : { list: 'reports', query: readViewQuery('reports', own).query }
  }
  const list = pathname === paths.reports() ? 'reports' : pathname === paths.websites() ? 'websites' : null
  return list && { list, query: readViewQuery(list, search).query }
}

/** Whether two views show the same rows in the same order, whatever their names. */
export const isSameView = (one: Pick<View, 'list' | 'query'> | null, other: Pick<View, 'list' | 'query'>) =>
  one !== null && one.list === other.list && sorted(one.query) === sorted(other.query)

/** Whether a view with the same name, rows and order is saved already. */
export const isSaved = (view: Pick<View, 'name' | 'list' | 'query'>, saved: readonly View[]) =>
  saved.some((one) => one.name === view.name && isSameView(one, view))

function sorted(query: string) {
  const search = new URLSearchParams(query)
  search.sort()
  return String(search)
}
