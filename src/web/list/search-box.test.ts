import { describe, expect, it } from 'vitest'
import { draftOf, nextDraft, type SearchDraftEvent, searchOf } from './search-box.tsx'

const after = (address: string, ...events: SearchDraftEvent[]) => events.reduce(nextDraft, draftOf(address))
const typed = (text: string): SearchDraftEvent => ({ kind: 'typed', text })
const focused: SearchDraftEvent = { kind: 'focused' }
const address = (address: string): SearchDraftEvent => ({ kind: 'address', address })
const blurred = (address: string): SearchDraftEvent => ({ kind: 'blurred', address })
const sent = (address: string): SearchDraftEvent => ({ kind: 'sent', address })

describe('the search box', () => {
  it('keeps typed letters when the address follows late', () => {
    const draft = after('', focused, typed('sho'), sent(''), typed('shoe'), address('sho'))
    expect(draft).toMatchObject({ text: 'shoe', pending: true })
  })

  it('keeps its text when the address changes while focused', () => {
    expect(after('shoes', focused, address('')).text).toBe('shoes')
  })

  it('takes the text of the address when Back is pressed outside it', () => {
    expect(after('shoes', focused, blurred('shoes'), address('')).text).toBe('')
  })

  it('shows the search of the address when the focus leaves', () => {
    expect(after('shoes', focused, address(''), blurred('')).text).toBe('')
  })

  it('keeps typed text when the focus leaves before the address follows', () => {
    expect(after('', focused, typed('shoes'), blurred('')).text).toBe('shoes')
    expect(after('', focused, typed('shoes'), sent(''), blurred('')).text).toBe('shoes')
  })

  it('does not wait for the address when the search is unchanged', () => {
    expect(after('shoes', focused, typed('shoes '), sent('shoes'), blurred('shoes')).text).toBe('shoes')
  })

  it('searches without surrounding space and NUL', () => {
    expect(searchOf('  a\0 b ')).toBe('a b')
  })
})
