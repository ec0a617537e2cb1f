import { describe, expect, it } from 'vitest'
import { draftOf, nextDraft, type SearchDraftEvent, searchOf } from './search-box.tsx'

const after = (inUrl: string, ...events: SearchDraftEvent[]) => events.reduce(nextDraft, draftOf(inUrl))
const typed = (text: string): SearchDraftEvent => ({ kind: 'typed', text })
const focused: SearchDraftEvent = { kind: 'focused' }
const url = (inUrl: string): SearchDraftEvent => ({ kind: 'url', inUrl })
const blurred = (inUrl: string): SearchDraftEvent => ({ kind: 'blurred', inUrl })
const sent = (inUrl: string): SearchDraftEvent => ({ kind: 'sent', inUrl })

describe('the search box', () => {
  it('keeps typed letters when the URL follows late', () => {
    const draft = after('', focused, typed('sho'), sent(''), typed('shoe'), url('sho'))
    expect(draft).toMatchObject({ text: 'shoe', pending: true })
  })

  it('keeps its text when the URL changes while focused', () => {
    expect(after('shoes', focused, url('')).text).toBe('shoes')
  })

  it('takes the text of the URL when Back is pressed outside it', () => {
    expect(after('shoes', focused, blurred('shoes'), url('')).text).toBe('')
  })

  it('shows the search of the URL when the focus leaves', () => {
    expect(after('shoes', focused, url(''), blurred('')).text).toBe('')
  })

  it('keeps typed text when the focus leaves before the URL follows', () => {
    expect(after('', focused, typed('shoes'), blurred('')).text).toBe('shoes')
    expect(after('', focused, typed('shoes'), sent(''), blurred('')).text).toBe('shoes')
  })

  it('does not wait for the URL when the search is unchanged', () => {
    expect(after('shoes', focused, typed('shoes '), sent('shoes'), blurred('shoes')).text).toBe('shoes')
  })

  it('searches without surrounding space and NUL', () => {
    expect(searchOf('  a\0 b ')).toBe('a b')
  })
})
