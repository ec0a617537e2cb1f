/**
 * What the search box holds. It owns its text: the address follows, and never writes into the box while somebody is in
 * it or while what they typed is still on its way there.
 */
export type SearchDraft = {
  text: string
  focused: boolean
  /** Typed, and not yet sent to the address. */
  due: boolean
  /** Sent, and not yet seen in the address. */
  sent: string | null
}

export type SearchDraftEvent =
  | { kind: 'typed'; text: string }
  | { kind: 'sent'; address: string }
  | { kind: 'focused' }
  | { kind: 'blurred'; address: string }
  | { kind: 'address'; address: string }

export const draftOf = (address: string): SearchDraft => ({ text: address, focused: false, due: false, sent: null })

/** The search as the list is asked for it. */
export const searchOf = (text: string) => text.replaceAll('\0', '').trim()

export function nextDraft(draft: SearchDraft, event: SearchDraftEvent): SearchDraft {
  switch (event.kind) {
    case 'typed':
      return { ...draft, text: event.text, due: true }
    case 'sent': {
      const sent = searchOf(draft.text)
      return { ...draft, due: false, sent: sent === event.address ? null : sent }
    }
    case 'focused':
      return { ...draft, focused: true }
    case 'blurred': {
      const settled = !draft.due && draft.sent === null
      return { ...draft, focused: false, text: settled ? event.address : draft.text }
    }
    case 'address': {
      const keep = draft.focused || draft.due
      return { ...draft, text: keep ? draft.text : event.address, sent: null }
    }
  }
}
