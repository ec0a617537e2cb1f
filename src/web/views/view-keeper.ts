import type { NewView, ViewChange } from '#contract/forms/view-forms.ts'
import type { View } from '#contract/views.ts'

/** Whatever keeps saved views: the server, for everybody with a key, or this browser. Throws ApiError alone. */
export type ViewKeeper = {
  where: 'server' | 'browser'
  list(signal?: AbortSignal): Promise<View[]>
  create(view: NewView): Promise<View>
  change(id: number, change: ViewChange): Promise<void>
  remove(id: number): Promise<void>
  /** All ids, in the new order. */
  order(ids: number[]): Promise<void>
}
