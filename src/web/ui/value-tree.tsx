import { Suspense } from 'react'
import { lazyOr } from './lazy-or.ts'
import type { ValueWords } from './value-shape.ts'

export type ValueTreeProps = { value: unknown; words: ValueWords }

const longest = 5000

const Tree = lazyOr(
  () => import('./value-tree.lazy.tsx').then((file) => file.ValueTree),
  ({ value }: ValueTreeProps) => <pre>{JSON.stringify(value, null, 2)?.slice(0, longest)}</pre>,
)

/** Any value that JSON can hold, to be read: plain ones as words, lists and objects folded, long ones cut. Fetched when first shown. */
export const ValueTree = (props: ValueTreeProps) => (
  <Suspense fallback={null}>
    <Tree {...props} />
  </Suspense>
)
