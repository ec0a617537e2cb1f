import { Component, type ComponentType, createContext, lazy, type ReactNode, Suspense } from 'react'

/** Loads every lazy part, so that it opens at once later. */
const loads: (() => Promise<unknown>)[] = []
export const prefetchParts = () => loads.forEach((load) => void load().catch(() => {}))

/** The part's file didn't arrive: no network, or a newer version has replaced it. */
class NotLoaded extends Error {}

/** A dialog or panel that few people open, loaded when it is first shown. The first signature is for generic parts. */
export function lazyPart<Part extends (props: never) => ReactNode>(load: () => Promise<Part>): Part
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  loads.push(load)
  const Part = lazy(async () => ({
    default: await load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the page was not loaded.', { cause })
    }),
  }))
  return (props) => (
    <PartBoundary>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  )
}

/** The notice in place of a part that couldn't be loaded. The frame provides it. */
export const MissingPart = createContext<ReactNode>(null)

/** Keeps the rest of the page as it is if a part can't be loaded. Other errors are the page's. */
class PartBoundary extends Component<{ children: ReactNode }> {
  static override contextType = MissingPart
  declare context: ReactNode
  override state = { error: null as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    const { error } = this.state
    if (error instanceof NotLoaded) return this.context
    if (error !== null) throw error
    return this.props.children
  }
}
