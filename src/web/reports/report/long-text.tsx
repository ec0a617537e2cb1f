import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './facts.module.css'

/** Texts with more characters are cut to a few lines. */
const maxLength = 200

/**
 * Cuts long text from a page after a few lines, with a button that shows it whole. `length` is the text's, in
 * characters.
 */
export function LongText({ length, children }: { length: number; children: ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  if (length <= maxLength) return children
  return (
    <>
      <span className={isWhole ? undefined : `clamp ${styles.cut}`}>{children}</span>
      <Button
        variant="plain"
        size="s"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? words.showLess : words.showAll}
      </Button>
    </>
  )
}
