import type { LocatedEvidence } from '../define-check.ts'
import type { HeadFacts } from '../facts/document.ts'

/** Returns the element or text that ended the head too early, as evidence next to what is outside the head. */
export function headEnd(head: HeadFacts): LocatedEvidence[] {
  if (!head.endedBy) return []
  const { name, at, text } = head.endedBy
  const what = text === null ? `<${name}>` : text === '' ? 'An invisible character' : `The text “${text}”`
  const note = `${what} ended the head here. Everything after it is in the body.`
  return [{ ...(at === null ? {} : { at }), note }]
}
