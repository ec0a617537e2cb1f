import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { outwardHref } from '#web/ui/outward-href.ts'
import { cutAt, nextPortion, type Portions } from '#web/ui/portion.ts'
import { shown } from '#web/ui/shown.ts'
import type { ValueWords } from './value-shape.ts'
import styles from './value-tree.module.css'

const portions: Portions = { first: 300, step: 20_000 }
const longestAddress = 2048

/** A text as it was sent: never interpreted, cut where it is long, and a link where the whole of it is a web address. */
export function ValueText({ text, words }: { text: string; words: ValueWords }) {
  const [length, setLength] = useState(portions.first)
  const next = nextPortion(length, text.length, portions)
  const href = text.length <= longestAddress && /^https?:\/\/\S+$/i.test(text) ? outwardHref(text) : undefined
  const part = <bdi className={styles.text}>{shown(text.slice(0, cutAt(text, length))) + (next ? '…' : '')}</bdi>
  return (
    <>
      {href === undefined ? (
        part
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {part}
          <span className="hidden-visually"> {words.newWindow}</span>
        </a>
      )}
      {text.length > portions.first && (
        <span className={styles.ways}>
          <Button size="s" variant="plain" onClick={() => setLength(next?.to ?? portions.first)}>
            {next === null
              ? words.showLess
              : next.isAll
                ? words.showAllText(text.length)
                : words.showMoreText(next.to - length, text.length)}
          </Button>
          <CopyButton text={text} label={words.copyAll} doneLabel={words.copied} size="s" variant="plain" />
        </span>
      )}
    </>
  )
}
