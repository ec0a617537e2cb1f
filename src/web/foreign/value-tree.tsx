import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { ValueWords } from './value-shape.ts'

export type ValueTreeProps = { value: unknown; words: ValueWords }

const Tree = lazyPart(() => import('./value-tree.lazy.tsx').then((file) => file.ValueTree))

/** Any value that JSON can hold, to be read: plain ones as words, lists and objects folded, long ones cut. Fetched when first shown. */
export const ValueTree = (props: ValueTreeProps) => (
  <Suspense fallback={null}>
    <Tree {...props} />
  </Suspense>
)
