import { useMutation } from '@tanstack/react-query'
import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import type { View } from '#contract/lists/views.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { viewsQuery, viewStorage } from '#web/resources/view-queries.ts'
import { schedulesQuery } from '#web/schedules/queries.ts'

const { queryKey } = viewsQuery()

/** Returns a hook for a write. `optimistic` changes the shown views at once; a failed write restores them. */
function viewWrite<Values, Result = void>(
  send: (values: Values) => Promise<Result>,
  optimistic?: (views: View[], values: Values) => View[],
) {
  const write = async (values: Values): Promise<Result> => {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    if (before && optimistic) queryClient.setQueryData(queryKey, { ...before, views: optimistic(before.views, values) })
    try {
      const result = await send(values)
      await queryClient.invalidateQueries({ queryKey })
      return result
    } catch (thrown) {
      if (before) queryClient.setQueryData(queryKey, before)
      // Not awaited: the error is shown at once, even if the views cannot be loaded.
      void queryClient.invalidateQueries({ queryKey })
      throw thrown
    }
  }
  return () => useMutation({ mutationFn: write })
}

export const useSaveView = viewWrite(async (view: NewView) => (await viewStorage()).create(view))

export const useChangeView = viewWrite(
  async ({ id, change }: { id: number; change: ViewChange }) => (await viewStorage()).change(id, change),
  (views, { id, change }) => views.map((view) => (view.id === id ? { ...view, ...change } : view)),
)

export const useOrderViews = viewWrite(
  async (ids: number[]) => (await viewStorage()).order(ids),
  (views, ids) => ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
)

/** Marks as outdated what is deleted with a view. */
function outdateWatching() {
  void queryClient.invalidateQueries({ queryKey: schedulesQuery().queryKey })
  void queryClient.invalidateQueries({ queryKey: alertQueries.all() })
}

export const useDeleteView = viewWrite(
  async (id: number) => (await viewStorage()).remove(id).finally(outdateWatching),
  (views, id) => views.filter((view) => view.id !== id),
)

/** Restores a deleted view before the view `before`, or at the end. Returns its new ID. */
export const useRestoreView = viewWrite(async ({ view, before }: { view: NewView; before: number | null }) => {
  const storage = await viewStorage()
  const { id } = await storage.create(view)
  const others = (await storage.list()).map((one) => one.id).filter((one) => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  // A view that is restored at the wrong position is better than an error.
  if (at >= 0) await storage.order(others.toSpliced(at, 0, id)).catch(() => {})
  return id
})

/** Saves all views or none: if one is rejected, those saved before it are deleted again. */
export const useImportViews = viewWrite(async (views: NewView[]) => {
  const storage = await viewStorage()
  const created: View[] = []
  try {
    for (const view of views) created.push(await storage.create(view))
  } catch (error) {
    const removed = await Promise.allSettled(created.map(({ id }) => storage.remove(id)))
    throw removed.every(({ status }) => status === 'fulfilled')
      ? error
      : asApiError(error).with({ unsure: true, notDone: false })
  }
})
