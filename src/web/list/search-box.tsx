import { type FormEvent, useEffect, useReducer, useRef } from 'react'
import { maxSearchLength } from '#contract/lists/list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageAction } from '#web/ui/page-actions.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { listWords } from './words.ts'
import styles from './toolbar.module.css'

type SearchBoxProps = { label: string; value: string; onSearch: (search: string) => void }

const pauseMs = 250

/** The search box of a list. The URL follows 250 ms after the last letter, or at once with Enter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [draft, send] = useReducer(nextDraft, value, draftOf)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ value, onSearch })

  useEffect(() => {
    latest.current = { value, onSearch }
  })
  useEffect(() => send({ kind: 'url', inUrl: value }), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  usePageAction('search', () => {
    input.current?.focus()
    input.current?.select()
  })

  const search = (text: string) => {
    clearTimeout(timer.current)
    send({ kind: 'sent', inUrl: latest.current.value })
    latest.current.onSearch(searchOf(text))
  }
  const type = (text: string) => {
    send({ kind: 'typed', text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(text), pauseMs)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(draft.text)
  }
  const clear = () => {
    send({ kind: 'typed', text: '' })
    search('')
    input.current?.focus()
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <TextInput
          ref={input}
          type="search"
          icon="search"
          aria-label={label}
          placeholder={label}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={draft.text}
          onChange={(event) => type(event.target.value)}
          onFocus={() => send({ kind: 'focused' })}
          onBlur={() => {
            if (draft.pending) search(draft.text)
            send({ kind: 'blurred', inUrl: value })
          }}
          end={
            draft.text === '' ? (
              <kbd aria-hidden="true">/</kbd>
            ) : (
              <Button variant="plain" size="s" iconOnly icon="cross" className={styles.inside} onClick={clear}>
                {listWords.clearSearch}
              </Button>
            )
          }
        />
      </form>
    </search>
  )
}

/**
 * The text of the search box. The URL never overwrites it while the box has the focus or holds text that is not
 * sent yet.
 */
export type SearchDraft = {
  text: string
  focused: boolean
  /** The text is not sent to the URL yet. */
  pending: boolean
  /** The text that was sent and is not in the URL yet. */
  sent: string | null
}

export type SearchDraftEvent =
  | { kind: 'typed'; text: string }
  | { kind: 'sent'; inUrl: string }
  | { kind: 'focused' }
  | { kind: 'blurred'; inUrl: string }
  | { kind: 'url'; inUrl: string }

export const draftOf = (inUrl: string): SearchDraft => ({ text: inUrl, focused: false, pending: false, sent: null })

/** Returns the search that is sent for a typed text. */
export const searchOf = (text: string) => text.replaceAll('\0', '').trim()

export function nextDraft(draft: SearchDraft, event: SearchDraftEvent): SearchDraft {
  switch (event.kind) {
    case 'typed':
      return { ...draft, text: event.text, pending: true }
    case 'sent': {
      const sent = searchOf(draft.text)
      return { ...draft, pending: false, sent: sent === event.inUrl ? null : sent }
    }
    case 'focused':
      return { ...draft, focused: true }
    case 'blurred': {
      const settled = !draft.pending && draft.sent === null
      return { ...draft, focused: false, text: settled ? event.inUrl : draft.text }
    }
    case 'url': {
      const keep = draft.focused || draft.pending
      return { ...draft, text: keep ? draft.text : event.inUrl, sent: null }
    }
  }
}
