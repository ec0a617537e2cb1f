import { type CSSProperties, type FormEvent, useState } from 'react'
import styles from './page-field.module.css'

type PageFieldProps = {
  page: number
  lastPage: number
  words: { page: string; of: string; label: string }
  onPage: (page: number) => void
}

/** The page's number, to be typed over: the far end of a long list is one number away. */
export function PageField({ page, lastPage, words, onPage }: PageFieldProps) {
  const [{ draft, of }, setField] = useState({ draft: String(page), of: page })
  const setDraft = (draft: string) => setField({ draft, of: page })
  if (of !== page) setDraft(String(page))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Math.min(Math.max(1, Number(draft) || page), lastPage)
    setDraft(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  const digits = Math.max(2, String(lastPage).length, draft.length)
  return (
    <form className={styles.field} onSubmit={submit} style={{ '--digits': digits } as CSSProperties}>
      <span>{words.page}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        aria-label={`${words.label} ${words.of}`}
        value={draft}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 10))}
        onFocus={(event) => event.target.select()}
        onBlur={() => setDraft(String(page))}
      />
      <span>{words.of}</span>
    </form>
  )
}
