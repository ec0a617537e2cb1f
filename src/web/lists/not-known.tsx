import { listWords } from '#web/words/lists.ts'

/** Stands where the server does not say something, for eyes and ears alike. */
export const NotKnown = () => (
  <span title={listWords.notSaid}>
    <span aria-hidden="true">{listWords.notKnown}</span>
    <span className="hidden-visually">{listWords.notSaid}</span>
  </span>
)
