import { matchPath } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import { readViewQuery, type View, type ViewList } from '#contract/views.ts'
import { base, paths } from '#web/app/paths.ts'

/** The address of a view's list, with what a view keeps alone: its query is as the server sent it. */
export function viewPath({ list, query }: Pick<View, 'list' | 'query'>) {
  const own = readViewQuery(list, query).query
  return paths[list]() + (own && `?${own}`)
}

/**
 * The view that an address shows: which list, and what of its search a view keeps. Null where there is no list. The page of
 * a website shows its reports.
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

/** Two names may be saved for one view, but a view is the same when its rows and their order are. */
export const isSameView = (one: Pick<View, 'list' | 'query'> | null, other: Pick<View, 'list' | 'query'>) =>
  one !== null && one.list === other.list && sorted(one.query) === sorted(other.query)

function sorted(query: string) {
  const search = new URLSearchParams(query)
  search.sort()
  return String(search)
}
