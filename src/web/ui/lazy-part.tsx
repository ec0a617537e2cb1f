import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

type Load<Props> = () => Promise<ComponentType<Props>>
type Retry = () => Promise<void>

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
  /** Shown if the part can't be loaded, without an offer to try again. */
  fallback?: ComponentType<Props>
}

/**
 * A part of a page that is loaded when it is first shown, or earlier when the browser is idle. While it loads, and if
 * it cannot be loaded, the rest of the page stays as it is. The frame offers to try again.
 */
export function lazyPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  options?: LazyOptions<Parameters<Part>[0]>,
): Part
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { prefetch = true, placeholder: Placeholder, fallback }: LazyOptions<Props> = {},
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

  const Part = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => fallback ?? Missing) }))
  return (props) => (
    <Suspense fallback={Placeholder && <Placeholder {...props} />}>
      <Part {...props} />
    </Suspense>
  )
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
  parts.forEach(prefetchWhenIdle)
}
