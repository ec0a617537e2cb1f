import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import type { View } from '#contract/lists/views.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { schedulesKey, serverViews, viewsQuery } from '#web/resources/views.ts'

const { queryKey } = viewsQuery()

/** Sends a write. `optimistic` changes the shown views at once; a failed write restores them. */
async function write<Result>(
  send: (views: ReturnType<typeof serverViews>) => Promise<Result>,
  optimistic?: (views: View[]) => View[],
): Promise<Result> {
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (before && optimistic) queryClient.setQueryData(queryKey, optimistic(before))
  try {
    const result = await send(serverViews(currentClient()))
    await queryClient.invalidateQueries({ queryKey })
    return result
  } catch (thrown) {
    if (before) queryClient.setQueryData(queryKey, before)
    // Not awaited: the error is shown at once, even if the views cannot be loaded.
    void queryClient.invalidateQueries({ queryKey })
    throw thrown
  }
}

export const saveView = (view: NewView) => write(({ create }) => create(view))

export const changeView = (id: number, change: ViewChange) =>
  write(
    (server) => server.change(id, change),
    (views) => views.map((view) => (view.id === id ? { ...view, ...change } : view)),
  )

/** Takes the IDs of all views in their new order. */
export const orderViews = (ids: number[]) =>
  write(
    ({ order }) => order(ids),
    (views) => ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
  )

export const deleteView = (id: number) =>
  write(
    ({ remove }) => remove(id).finally(outdateWatching),
    (views) => views.filter((view) => view.id !== id),
  )

/** Marks as outdated the data deleted with a view. */
function outdateWatching() {
  void queryClient.invalidateQueries({ queryKey: schedulesKey() })
  void queryClient.invalidateQueries({ queryKey: alertQueries.all() })
}

/** Restores a deleted view before the view `before`, or at the end. Returns its new ID. */
export const restoreView = (view: NewView, before: number | null) =>
  write(async ({ create, list, order }) => {
    const { id } = await create(view)
    const others = (await list()).map((view) => view.id).filter((other) => other !== id)
    const at = before === null ? -1 : others.indexOf(before)
    // A view that is restored at the wrong position is better than an error.
    if (at >= 0) await order(others.toSpliced(at, 0, id)).catch(() => {})
    return id
  })

/** Saves all views or none: if one is rejected, those saved before it are deleted again. */
export const importViews = (views: NewView[]) =>
  write(async ({ create, remove }) => {
    const created: View[] = []
    try {
      for (const view of views) created.push(await create(view))
    } catch (error) {
      const removed = await Promise.allSettled(created.map(({ id }) => remove(id)))
      throw removed.every(({ status }) => status === 'fulfilled') ? error : asApiError(error).with({ unsure: true })
    }
  })
