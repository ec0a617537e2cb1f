import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './pager.module.css'

type PagerProps = {
  /** Names the navigation. */
  label: string
  /** What is shown of how many ("1–25 of 1,284"). */
  range: ReactNode
  /** "Page 1 of 52" */
  position: ReactNode
  previousLabel: string
  nextLabel: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** A look ahead, on hover or focus of "next". */
  onNextHint?: (() => void) | undefined
  children?: ReactNode
}

/** The foot of a list: what is shown, further controls, and the way to the pages beside it. */
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
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.range}>{range}</span>
      {children}
      <span className={styles.steps}>
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
    </nav>
  )
}
