import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import type { ApiError } from './api-error.ts'
import type { NewView, ViewChange } from './view-keeper.ts'
import { keeperOfViews, type SavedViews, viewsQuery } from './view-queries.ts'

const { queryKey } = viewsQuery()

/** Shows what `change` makes of the views at once, and what is kept in the end as soon as that is known. */
function useViewMutation<Wanted, Done = void>(act: (wanted: Wanted) => Promise<Done>, change?: (views: View[], wanted: Wanted) => View[]) {
  const queries = useQueryClient()
  return useMutation<Done, ApiError, Wanted, { before: SavedViews | undefined }>({
    mutationFn: act,
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before && change) queries.setQueryData(queryKey, { ...before, views: change(before.views, wanted) })
      return { before }
    },
    onError: (_, __, context) => void (context?.before && queries.setQueryData(queryKey, context.before)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

export const useSaveView = () => useViewMutation(async (view: NewView) => (await keeperOfViews()).create(view))

export const useChangeView = () =>
  useViewMutation(
    async ({ id, change }: { id: number; change: ViewChange }) => (await keeperOfViews()).change(id, change),
    (views, { id, change }) => views.map((view) => (view.id === id ? { ...view, ...change } : view)),
  )

export const useOrderViews = () =>
  useViewMutation(
    async (ids: number[]) => (await keeperOfViews()).order(ids),
    (views, ids) => ids.flatMap((id) => views.find((view) => view.id === id) ?? []),
  )

export const useDeleteView = () =>
  useViewMutation(
    async (id: number) => (await keeperOfViews()).remove(id),
    (views, id) => views.filter((view) => view.id !== id),
  )

/** Puts a deleted view back where it stood: before the view with the id `before`, or at the end. Gives its new id. */
export const useRestoreView = () =>
  useViewMutation(async ({ view, before }: { view: NewView; before: number | null }) => {
    const keeper = await keeperOfViews()
    const { id } = await keeper.create(view)
    const others = (await keeper.list()).map((one) => one.id).filter((one) => one !== id)
    const at = before === null ? -1 : others.indexOf(before)
    if (at >= 0) await keeper.order(others.toSpliced(at, 0, id))
    return id
  })

/** Saves all of them, or, when one is refused, none: those saved before it are taken away again. */
export const useImportViews = () =>
  useViewMutation(async (views: NewView[]) => {
    const keeper = await keeperOfViews()
    const made: View[] = []
    try {
      for (const view of views) made.push(await keeper.create(view))
    } catch (error) {
      await Promise.allSettled(made.map(({ id }) => keeper.remove(id)))
      throw error
    }
  })
