import type { View } from '#contract/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useWrite } from '#web/data/use-write.ts'
import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import { keeperOfViews, viewsQuery } from './queries.ts'

const { queryKey } = viewsQuery()

/** Shows what `change` makes of the views at once, and what is kept in the end as soon as that is known. */
function viewWrite<Wanted, Done = void>(
  act: (wanted: Wanted) => Promise<Done>,
  change?: (views: View[], wanted: Wanted) => View[],
) {
  const write = async (wanted: Wanted): Promise<Done> => {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    if (before && change) queryClient.setQueryData(queryKey, { ...before, views: change(before.views, wanted) })
    try {
      const done = await act(wanted)
      await queryClient.invalidateQueries({ queryKey })
      return done
    } catch (thrown) {
      if (before) queryClient.setQueryData(queryKey, before)
      // What went wrong is said at once, also where the views cannot be read.
      void queryClient.invalidateQueries({ queryKey })
      throw thrown
    }
  }
  return () => useWrite(write)
}

export const useSaveView = viewWrite(async (view: NewView) => (await keeperOfViews()).create(view))

export const useChangeView = viewWrite(
  async ({ id, change }: { id: number; change: ViewChange }) => (await keeperOfViews()).change(id, change),
  (views, { id, change }) => views.map((view) => (view.id === id ? { ...view, ...change } : view)),
)

export const useOrderViews = viewWrite(
  async (ids: number[]) => (await keeperOfViews()).order(ids),
  (views, ids) => ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
)

export const useDeleteView = viewWrite(
  async (id: number) => (await keeperOfViews()).remove(id),
  (views, id) => views.filter((view) => view.id !== id),
)

/** Puts a deleted view back where it stood: before the view with the id `before`, or at the end. Gives its new id. */
export const useRestoreView = viewWrite(async ({ view, before }: { view: NewView; before: number | null }) => {
  const keeper = await keeperOfViews()
  const { id } = await keeper.create(view)
  const others = (await keeper.list()).map((one) => one.id).filter((one) => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  // It is back in any case: where it stands is to be seen.
  if (at >= 0) await keeper.order(others.toSpliced(at, 0, id)).catch(() => {})
  return id
})

/** Saves all of them, or, when one is refused, none: those saved before it are taken away again. */
export const useImportViews = viewWrite(async (views: NewView[]) => {
  const keeper = await keeperOfViews()
  const made: View[] = []
  try {
    for (const view of views) made.push(await keeper.create(view))
  } catch (error) {
    const taken = await Promise.allSettled(made.map(({ id }) => keeper.remove(id)))
    throw taken.every(({ status }) => status === 'fulfilled')
      ? error
      : Object.assign(asApiError(error), { unsure: true, undone: false })
  }
})
