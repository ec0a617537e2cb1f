import { createStore, useStore } from './store.ts'

/**
 * Module state: any component announces through the one live region. `turn` distinguishes two announcements of the same
 * sentence.
 */
const announced = createStore({ sentence: '', turn: 0 })

/** A sentence stays in the page this long, in ms, so that a screen reader's user doesn't come across old messages. */
const shownMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

const say = (sentence: string) => announced.set({ sentence, turn: announced.get().turn + 1 })

/** Makes a screen reader read `sentence` when it is next idle; the same sentence twice is read twice. */
export function announce(sentence: string) {
  clearTimeout(timer)
  say(sentence)
  timer = setTimeout(say, shownMs, '')
}

/** The one polite status region, mounted once by the frame. */
export function LiveRegion() {
  const { sentence, turn } = useStore(announced)
  return (
    <div className="hidden-visually" role="status">
      <span key={turn}>{sentence}</span>
    </div>
  )
}
