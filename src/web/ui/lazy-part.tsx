import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

/** Loads every lazy part, so that it opens at once later. */
const loads: (() => Promise<unknown>)[] = []
export const prefetchParts = () => loads.forEach((load) => void load().catch(() => {}))

/** The part's file didn't arrive: no network, or a newer version has replaced it. */
class NotLoaded extends Error {}

/** A page, or most of one, loaded when it is first shown. If its file doesn't arrive, the route's error is shown. */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

/**
 * A dialog or panel that few people open, loaded when it is first shown; `Waiting` stands in for it until then. The
 * first signature is for generic parts.
 */
export function lazyPart<Part extends (props: never) => ReactNode>(load: () => Promise<Part>, Waiting?: Part): Part
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> {
  loads.push(load)
  const Part = lazyPage<Props>(() =>
    load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the page was not loaded.', { cause })
    }),
  )
  return (props) => {
    const Missing = use(MissingPart)
    return (
      <ErrorBoundary
        fallbackRender={({ error }) => {
          // Other errors are the page's.
          if (!(error instanceof NotLoaded)) throw error
          return <Missing onClose={closeOf(props)} />
        }}
      >
        <Suspense fallback={Waiting && <Waiting {...props} />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** Dialogs are the parts that can be closed. */
const closeOf = (props: object) =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined

type MissingPartProps = {
  /** Given for a dialog, which must not push its notice into the place of the button that opens it. */
  onClose: (() => void) | undefined
}

/** Shown instead of a part that couldn't be loaded, while the rest of the page stays. The frame provides it. */
export const MissingPart = createContext<ComponentType<MissingPartProps>>(() => null)
