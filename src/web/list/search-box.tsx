import { type FormEvent, useEffect, useReducer, useRef } from 'react'
import { maxSearchLength } from '#contract/list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageAction } from '#web/ui/page-actions.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { listWords } from './words.ts'
import styles from './toolbar.module.css'
import { draftOf, nextDraft, searchOf } from './search-draft.ts'

type SearchBoxProps = { label: string; value: string; onSearch: (search: string) => void }

const pause = 250

/** The search of a list: the address follows 250 ms after the last letter, or at once with Enter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [draft, send] = useReducer(nextDraft, value, draftOf)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ value, onSearch })

  useEffect(() => {
    latest.current = { value, onSearch }
  })
  useEffect(() => send({ kind: 'address', address: value }), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  usePageAction('search', () => {
    input.current?.focus()
    input.current?.select()
  })

  const search = (text: string) => {
    clearTimeout(timer.current)
    send({ kind: 'sent', address: latest.current.value })
    latest.current.onSearch(searchOf(text))
  }
  const type = (text: string) => {
    send({ kind: 'typed', text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(text), pause)
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
            if (draft.due) search(draft.text)
            send({ kind: 'blurred', address: value })
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
