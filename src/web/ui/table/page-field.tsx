import type { FormEvent } from 'react'
import styles from './page-field.module.css'

type PageFieldProps = {
  page: number
  lastPage: number
  words: { page: string; of: string; label: string }
  onPage: (page: number) => void
}

/** The page number as a field, so that any page of a long list can be typed. */
export function PageField({ page, lastPage, words, onPage }: PageFieldProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements[0] as HTMLInputElement
    const wanted = Math.min(Math.max(1, Math.floor(Number(input.value)) || page), lastPage)
    input.value = String(wanted)
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={styles.field} onSubmit={submit}>
      <span>{words.page}</span>
      <input
        key={page}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={10}
        aria-label={`${words.label} ${words.of}`}
        defaultValue={page}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => (target.value = String(page))}
      />
      <span>{words.of}</span>
    </form>
  )
}
