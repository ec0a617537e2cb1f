import { useSyncExternalStore } from 'react'

let text = ''
let turn = 0
const listeners = new Set<() => void>()

/** Has a screen reader say `sentence` when it is next idle; the same sentence twice is said twice. */
export function announce(sentence: string) {
  text = sentence
  turn += 1
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The one polite status region, mounted once by the frame. */
export function LiveRegion() {
  const said = useSyncExternalStore(subscribe, () => turn)
  return (
    <div className="hidden-visually" role="status">
      <span key={said}>{text}</span>
    </div>
  )
}
