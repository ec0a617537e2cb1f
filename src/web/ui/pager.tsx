import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './pager.module.css'

type PagerProps = {
  /** The accessible name of the navigation. */
  label: string
  /** "1–25 of 1,284" */
  range: ReactNode
  /** "Page 1 of 52"; false without other pages. */
  position: ReactNode
  previousLabel: string
  nextLabel: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Called on hover or focus of "next", to prefetch. */
  onNextHint?: (() => void) | undefined
  children?: ReactNode
}

/** A list's footer: the range on screen, further controls, and the previous and next page. */
export function Pager({
  label,
  range,
  position,
  previousLabel,
  nextLabel,
  onPrevious,
  onNext,
  onNextHint,
  children,
}: PagerProps) {
  return (
    <nav className={`cluster muted not-printed ${styles.pager}`} aria-label={label}>
      <span className={styles.range}>{range}</span>
      {children}
      {position && (
        <span className={`row ${styles.steps}`}>
          <Button size="s" icon="left" iconOnly aria-disabled={!onPrevious} onClick={onPrevious}>
            {previousLabel}
          </Button>
          <span>{position}</span>
          <Button
            size="s"
            icon="right"
            iconOnly
            aria-disabled={!onNext}
            onClick={onNext}
            onPointerEnter={onNextHint}
            onFocus={onNextHint}
          >
            {nextLabel}
          </Button>
        </span>
      )}
    </nav>
  )
}

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
    const input = event.currentTarget.querySelector('input')!
    const wanted = Math.min(Math.max(1, Math.floor(Number(input.value)) || page), lastPage)
    input.value = String(wanted)
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={`row ${styles.field}`} onSubmit={submit}>
      <span>{words.page}</span>
      <input
        className="control"
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
