import { queryOptions } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { fieldsOf } from '#contract/forms/form.ts'
import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { readId } from '#contract/lists/list-query.ts'
import { readViewQuery, View, type ViewList } from '#contract/lists/views.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import { base, paths } from '#web/app/paths.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import { onOwnService } from '#web/data/service.ts'

/**
 * Returns the path of a view's list. Stored search parameters that views do not have are left out. The id of a saved
 * view stays in the URL when its filters change, so that the page knows which view was opened.
 */
export function viewPath({ list, query, id }: Pick<View, 'list' | 'query'> & Partial<Pick<View, 'id'>>) {
  const own = readViewQuery(list, query).query
  const search = [id === undefined ? '' : `view=${id}`, own].filter(Boolean).join('&')
  return paths[list]() + (search && `?${search}`)
}

/** Returns the view that was opened, and whether its filters or order have changed since. Null if none was. */
export function openedView(pathname: string, search: string, views: readonly View[]) {
  const at = viewAt(pathname, search)
  const id = readId(new URLSearchParams(search).get('view') ?? '')
  const opened = views.find((view) => view.id === id && view.list === at?.list)
  if (opened) return { view: opened, changedTo: isSameView(at, opened) ? null : (at?.query ?? '') }
  const same = views.find((view) => isSameView(at, view))
  return same ? { view: same, changedTo: null } : null
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

/** Returns true for two views with the same rows in the same order. */
export const isSameView = (a: Pick<View, 'list' | 'query'> | null, b: Pick<View, 'list' | 'query'>) =>
  a !== null && a.list === b.list && sorted(a) === sorted(b)

/** Returns true if a view with the same name, rows and order is saved. */
export const isSaved = (view: Pick<View, 'name' | 'list' | 'query'>, saved: readonly View[]) =>
  saved.some((savedView) => savedView.name === view.name && isSameView(savedView, view))

function sorted({ list, query }: Pick<View, 'list' | 'query'>) {
  const search = new URLSearchParams(readViewQuery(list, query).query)
  search.sort()
  return String(search)
}

/** Reads and changes the saved views of our own service. Throws ApiError only. */
export const serverViews = (client: Client) => ({
  list: (signal?: AbortSignal) => client.get('/views', (body) => readRows(View, body), { signal }),
  create: ({ name, list, query, owner, client_id }: NewView): Promise<View> => {
    const form = fieldsOf({ name, list, query, owner, client_id: client_id ?? undefined })
    return client.write('POST', '/views', (body) => readItem(View, body), { form, creates: true })
  },
  change: (id: number, change: ViewChange) => client.call('PUT', `/views/${id}`, { form: change }),
  remove: (id: number) => client.remove(`/views/${id}`),
  /** Takes the IDs of all views in their new order. */
  order: (ids: number[]) => client.call('PUT', '/views/order', { form: { ids: ids.join(',') } }),
})

/** The key of all schedules, those of views among them. Every page knows it, and few what a schedule is. */
export const schedulesKey = () => [reader(), 'schedules'] as const

/** All saved views in their order; none on other servers. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: [server, 'views'],
    queryFn: async ({ signal }): Promise<View[]> => {
      if (!(await onOwnService())) return []
      const views = await serverViews(currentClient()).list(signal)
      return views.toSorted((a, b) => a.position - b.position || a.id - b.id)
    },
  })
