import { listWords } from '#web/words/lists.ts'

/** Stands where the server does not say something, for eyes and ears alike; not on the cards of a phone, which have no headings that tell what is not said. */
export const NotKnown = () => (
  <span title={listWords.notSaid} data-unknown="">
    <span aria-hidden="true">{listWords.notKnown}</span>
    <span className="hidden-visually">{listWords.notSaid}</span>
  </span>
)
