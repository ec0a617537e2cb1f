import * as z from 'zod/mini'
import { maxViews, View } from '#contract/views.ts'
import { ApiError } from '#web/data/api-error.ts'
import { server } from '#web/data/server.ts'
import type { ViewKeeper } from './view-keeper.ts'

const name = `seo-reports:views:${server}`
const Kept = z.array(View)

/** The views kept for `server` in this browser; what cannot be read is none. */
function read(): View[] {
  try {
    const kept = z.safeParse(Kept, JSON.parse(localStorage.getItem(name) ?? '[]'))
    return kept.success ? kept.data : []
  } catch {
    return []
  }
}

/** A browser may keep nothing, or have no room left: then nothing may look as if it were saved. */
function write(views: View[]) {
  try {
    localStorage.setItem(name, JSON.stringify(views.map((view, index) => ({ ...view, position: index + 1 }))))
  } catch (error) {
    throw new ApiError('invalid', 'This browser keeps nothing for this page: its storage is full or switched off.', {
      detail: String(error),
    })
  }
}

/** Views in this browser, one list for each server: another tab may change it, so it is read anew each time. */
export const viewsInBrowser: ViewKeeper = {
  where: 'browser',
  list: async () => read(),
  async create(fields) {
    const views = read()
    if (views.length >= maxViews)
      throw new ApiError('conflict', `There are ${maxViews} views, the most that are kept. Delete one first.`, {
        status: 409,
      })
    const now = new Date().toISOString()
    const id = Math.max(0, ...views.map((view) => view.id)) + 1
    const view: View = { ...fields, id, position: views.length + 1, created_at: now, updated_at: now }
    write([...views, view])
    return view
  },
  async change(id, change) {
    const views = read()
    if (!views.some((view) => view.id === id)) throw new ApiError('missing')
    write(views.map((view) => (view.id === id ? { ...view, ...change, updated_at: new Date().toISOString() } : view)))
  },
  async remove(id) {
    write(read().filter((view) => view.id !== id))
  },
  async order(ids) {
    const views = read()
    const ordered = ids.flatMap((id) => views.find((view) => view.id === id) ?? [])
    if (ordered.length !== views.length) throw new ApiError('conflict')
    write(ordered)
  },
}

/** Calls `listener` when another tab has changed them. */
export function watchViewsInBrowser(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => key === name && listener()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
