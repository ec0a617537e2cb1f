import { Suspense } from 'react'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { frameWords } from './words.ts'

const RouteFailure = lazyOr(
  () => import('./route-failure.lazy.tsx').then((file) => file.RouteFailure),
  () => <p role="alert">{frameWords.broken}</p>,
)

/** Where a page could not load or broke. What there is to say about it is loaded then; a short sentence needs nothing. */
export const RouteError = () => (
  <Suspense fallback={null}>
    <RouteFailure />
  </Suspense>
)
