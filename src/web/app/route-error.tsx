import { lazyPart } from '#web/ui/lazy-part.tsx'
import { frameWords } from './words.ts'

/** The frame calls it after the first paint, so that a failed load can be explained without a network. */
export const loadRouteFailure = () => import('./route-failure.tsx')

/**
 * Shown in place of a page that couldn't be loaded or that failed. If even its details can't be loaded, one sentence.
 */
export const RouteError = lazyPart(() => loadRouteFailure().then((file) => file.RouteFailure), {
  fallback: () => <p role="alert">{frameWords.broken}</p>,
})
