import { useMutation } from '@tanstack/react-query'
import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import type { View } from '#contract/lists/views.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { serverViews, viewsQuery } from '#web/resources/view-queries.ts'
import { schedulesQuery } from '#web/schedules/queries.ts'

const { queryKey } = viewsQuery()
const storage = () => serverViews(currentClient())

/** Returns a hook for a write. `optimistic` changes the shown views at once; a failed write restores them. */
function viewWrite<Values, Result = void>(
  send: (values: Values) => Promise<Result>,
  optimistic?: (views: View[], values: Values) => View[],
) {
  const write = async (values: Values): Promise<Result> => {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    if (before && optimistic) queryClient.setQueryData(queryKey, optimistic(before, values))
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

export const useSaveView = viewWrite((view: NewView) => storage().create(view))

export const useChangeView = viewWrite(
  async ({ id, change }: { id: number; change: ViewChange }) => void (await storage().change(id, change)),
  (views, { id, change }) => views.map((view) => (view.id === id ? { ...view, ...change } : view)),
)

export const useOrderViews = viewWrite(
  async (ids: number[]) => void (await storage().order(ids)),
  (views, ids) => ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
)

/** Marks as outdated what is deleted with a view. */
function outdateWatching() {
  void queryClient.invalidateQueries({ queryKey: schedulesQuery().queryKey })
  void queryClient.invalidateQueries({ queryKey: alertQueries.all() })
}

export const useDeleteView = viewWrite(
  (id: number) => storage().remove(id).finally(outdateWatching),
  (views, id) => views.filter((view) => view.id !== id),
)

/** Restores a deleted view before the view `before`, or at the end. Returns its new ID. */
export const useRestoreView = viewWrite(async ({ view, before }: { view: NewView; before: number | null }) => {
  const { create, list, order } = storage()
  const { id } = await create(view)
  const others = (await list()).map((one) => one.id).filter((one) => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  // A view that is restored at the wrong position is better than an error.
  if (at >= 0) await order(others.toSpliced(at, 0, id)).catch(() => {})
  return id
})

/** Saves all views or none: if one is rejected, those saved before it are deleted again. */
export const useImportViews = viewWrite(async (views: NewView[]) => {
  const { create, remove } = storage()
  const created: View[] = []
  try {
    for (const view of views) created.push(await create(view))
  } catch (error) {
    const removed = await Promise.allSettled(created.map(({ id }) => remove(id)))
    throw removed.every(({ status }) => status === 'fulfilled') ? error : asApiError(error).with({ unsure: true })
  }
})
