import type { View } from '#contract/views.ts'

export type NewView = Pick<View, 'name' | 'list' | 'query'>
export type ViewChange = Partial<Pick<View, 'name' | 'query'>>

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
