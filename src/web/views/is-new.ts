import type { View } from '#contract/views.ts'
import { isSameView } from './view-path.ts'

type NewView = Pick<View, 'name' | 'list' | 'query'>

/** Whether no saved view has both this name and these rows. */
export const isNew = (view: NewView, saved: readonly View[]) =>
  !saved.some((one) => one.name === view.name && isSameView(one, view))
