import { listWords } from './words.ts'

/** Stands where the server does not say something, for eyes and ears alike; on the cards of a phone, which have no headings that tell what is not said, only in the score's place. */
export const NotKnown = () => (
  <span title={listWords.notSaid} data-unknown="">
    <span aria-hidden="true">{listWords.notKnown}</span>
    <span className="hidden-visually">{listWords.notSaid}</span>
  </span>
)
