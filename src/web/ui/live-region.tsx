import { useSyncExternalStore } from 'react'

let text = ''
let turn = 0
const listeners = new Set<() => void>()

/** How long a sentence stays, for those who walk the page with a screen reader not to find old news. */
const kept = 3000
let timer: ReturnType<typeof setTimeout> | undefined

function say(sentence: string) {
  text = sentence
  turn += 1
  for (const listener of listeners) listener()
}

/** Has a screen reader say `sentence` when it is next idle; the same sentence twice is said twice. */
export function announce(sentence: string) {
  clearTimeout(timer)
  say(sentence)
  timer = setTimeout(say, kept, '')
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
