import { useEffect, useRef, useState } from 'react'
import { maxSearchLength } from '#contract/lists/list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { usePageAction } from '#web/ui/shortcuts.ts'
import { listWords } from './words.ts'
import styles from './toolbar.module.css'

type SearchBoxProps = {
  label: string
  /** The search of the URL. */
  value: string
  /** `push` adds a history entry: for the first change of a search, but not for further typing. */
  onSearch: (search: string, how: 'push' | 'replace') => void
}

const pauseMs = 250

/** Returns the search that is sent for a typed text. */
export const searchOf = (text: string) => text.replaceAll('\0', '').trim()

/** The search box of a list. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const { text, type, finish, clear } = useTypedSearch(value, onSearch)
  const input = useRef<HTMLInputElement>(null)
  usePageAction('search', () => {
    input.current?.focus()
    input.current?.select()
  })
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          finish()
        }}
      >
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
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={finish}
          end={
            text === '' ? (
              <kbd aria-hidden="true">/</kbd>
            ) : (
              <Button
                variant="plain"
                size="s"
                iconOnly
                icon="cross"
                className={styles.inside}
                onClick={() => {
                  clear()
                  input.current?.focus()
                }}
              >
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
 * The typed text. The URL follows 250 ms after the last letter, or at once with `finish`. Any other change of the URL,
 * such as Back, replaces the text.
 */
function useTypedSearch(value: string, onSearch: SearchBoxProps['onSearch']) {
  const [text, setText] = useState(value)
  /** The search last sent, which the URL is about to have. */
  const sent = useRef(value)
  const isTyping = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onSearch)

  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (value === sent.current) return
    clearTimeout(timer.current)
    sent.current = value
    isTyping.current = false
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (typed: string) => {
    clearTimeout(timer.current)
    const next = searchOf(typed)
    if (next === sent.current) return
    sent.current = next
    latest.current(next, isTyping.current ? 'replace' : 'push')
    isTyping.current = true
  }
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(search, pauseMs, typed)
  }
  const finishWith = (typed: string) => {
    search(typed)
    isTyping.current = false
  }
  return {
    text,
    type,
    finish: () => finishWith(text),
    clear() {
      setText('')
      finishWith('')
    },
  }
}
