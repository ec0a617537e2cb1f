import { type ComponentType, lazy, useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

type Load<Props> = () => Promise<ComponentType<Props>>
type Retry = () => Promise<void>

/** React's `lazy`, with `fallback` in the component's place if its file cannot be loaded. */
export function lazyOr<Props>(load: Load<Props>, fallback: ComponentType<Props>) {
  prefetchWhenIdle(load)
  return lazyWithFallback(load, fallback)
}

const lazyWithFallback = <Props,>(load: Load<Props>, fallback: ComponentType<Props>) =>
  lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => fallback) }))

/** One entry per part on screen that could not be loaded. The frame shows them as one notice. */
const missingParts = createStore<readonly Retry[]>([])

/** How to load each missing part again. */
export const useMissingParts = () => useStore(missingParts)

/** Parts to fetch once the browser is idle; null from then on, when each is fetched at once. */
let waiting: (() => Promise<unknown>)[] | null = []

/**
 * A part of a page that is loaded when it is first shown, or earlier when the browser is idle, unless few people need
 * it (`prefetch: false`). If it cannot be loaded, the page stays as it is and the frame offers to try again.
 */
export function lazyPart<Props extends object>(load: Load<Props>, { prefetch = true } = {}) {
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
  return lazyWithFallback(load, Missing)
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
