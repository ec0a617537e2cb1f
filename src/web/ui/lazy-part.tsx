import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { createStore, useStore } from './store.ts'

/** Module state: the number of parts on screen that could not be loaded. The frame shows them as one notice. */
const missingParts = createStore(0)
export const useMissingParts = () => useStore(missingParts)

/** Loads every lazy part, so that it opens at once later. */
const loads: (() => Promise<unknown>)[] = []
export const prefetchParts = () => loads.forEach((load) => void load().catch(() => {}))

/** The part's file didn't arrive: no network, or a newer version has replaced it. */
class NotLoaded extends Error {}

/**
 * A dialog or panel that few people open, loaded when it is first shown. If it can't be loaded, the rest of the page
 * stays as it is and the frame offers to reload. The first signature keeps the type of a generic part.
 */
export function lazyPart<Part extends (props: never) => ReactNode>(load: () => Promise<Part>): Part
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  loads.push(load)
  const Part = lazy(async () => ({
    default: await load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the page was not loaded.', { cause })
    }),
  }))

  return class LazyPart extends Component<Props> {
    override state = { error: null as unknown }

    static getDerivedStateFromError = (error: unknown) => ({ error })

    override componentDidCatch(error: unknown) {
      if (error instanceof NotLoaded) missingParts.set(missingParts.get() + 1)
    }

    override componentWillUnmount() {
      if (this.state.error instanceof NotLoaded) missingParts.set(missingParts.get() - 1)
    }

    override render() {
      const { error } = this.state
      if (error instanceof NotLoaded) return null
      if (error !== null) throw error
      return (
        <Suspense>
          <Part {...this.props} />
        </Suspense>
      )
    }
  }
}
