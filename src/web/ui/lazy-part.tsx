import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

type Load<Props> = () => Promise<ComponentType<Props>>
type Retry = () => Promise<void>

/** A part of the page with `fallback` in its place if its file cannot be loaded. */
export function lazyOr<Props extends object>(load: Load<Props>, fallback: ComponentType<Props>) {
  prefetchWhenIdle(load)
  return suspending(load, fallback)
}

/** React's `lazy` in a boundary of its own, so that what is around it stays while it loads. */
function suspending<Props extends object>(
  load: Load<Props>,
  fallback: ComponentType<Props>,
  Placeholder?: ComponentType<Props>,
) {
  const Part = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => fallback) }))
  return (props: Props) => (
    <Suspense fallback={Placeholder && <Placeholder {...props} />}>
      <Part {...props} />
    </Suspense>
  )
}

/** One entry per part on screen that could not be loaded. The frame shows them as one notice. */
const missingParts = createStore<readonly Retry[]>([])

/** How to load each missing part again. */
export const useMissingParts = () => useStore(missingParts)

/** Parts to fetch once the browser is idle; null from then on, when each is fetched at once. */
let waiting: (() => Promise<unknown>)[] | null = []

type LazyOptions<Props> = {
  /** False for parts that few people need. */
  prefetch?: boolean
  /** Shown while the part loads; nothing by default. */
  placeholder?: ComponentType<Props>
}

/**
 * A part of a page that is loaded when it is first shown, or earlier when the browser is idle. If it cannot be loaded,
 * the page stays as it is and the frame offers to try again.
 */
export function lazyPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  options?: LazyOptions<Parameters<Part>[0]>,
): Part
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { prefetch = true, placeholder }: LazyOptions<Props> = {},
): (props: Props) => ReactNode {
  if (prefetch) prefetchWhenIdle(load)

  function Missing(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => {
      if (Part) return
      const retry = () => load().then((part) => setPart(() => part))
      missingParts.set([...missingParts.get(), retry])
      return () => missingParts.set(missingParts.get().filter((one) => one !== retry))
    }, [Part])
    return Part ? <Part {...props} /> : null
  }
  return suspending(load, Missing, placeholder)
}

const whenIdle = globalThis.requestIdleCallback ?? ((act: () => void) => void setTimeout(act))

function prefetchWhenIdle(load: () => Promise<unknown>) {
  if (waiting) waiting.push(load)
  else whenIdle(() => void load().catch(() => {}))
}

/** Fetches all parts of the pages loaded so far, and from now on those of each page that loads. */
export function prefetchParts() {
  const parts = waiting ?? []
  waiting = null
  for (const load of parts) whenIdle(() => void load().catch(() => {}))
}
