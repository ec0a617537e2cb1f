import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import styles from './long-text.module.css'

const longest = 200

/** Cuts what a page made too long to read after a few lines; one button shows it whole. `length` is that of the text. */
export function LongText({ length, children }: { length: number; children: ReactNode }) {
  const [whole, setWhole] = useState(false)
  if (length <= longest) return children
  return (
    <>
      <span className={whole ? undefined : styles.cut}>{children}</span>
      <Button variant="plain" size="s" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? words.showLess : words.showAll}
      </Button>
    </>
  )
}
