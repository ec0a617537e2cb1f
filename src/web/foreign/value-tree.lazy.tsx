import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { nextPortion, type Portions } from '#web/ui/portion.ts'
import { ValueText } from './value-text.tsx'
import { entriesOf, type Folder, isFolder, nameOf, previewOf, sizeOf, type ValueWords, wordOf } from './value-shape.ts'
import type { ValueTreeProps } from './value-tree.tsx'
import styles from './value-tree.module.css'

const portions: Portions = { first: 25, step: 500 }
/** Deeper than this nothing moves to the right any more: on a phone there would be no room left to read. */
const mostSteps = 6

/** See `value-tree.tsx`. */
export function ValueTree({ value, words }: ValueTreeProps) {
  return (
    <div className={styles.tree}>
      {hasMore(value) ? <Entries folder={value} depth={0} words={words} /> : <Plain value={value} words={words} />}
    </div>
  )
}

type Inside = { depth: number; words: ValueWords }
type Named = { name: string; isList: boolean; words: ValueWords }

const hasMore = (value: unknown): value is Folder => isFolder(value) && sizeOf(value) > 0

function Entries({ folder, depth, words }: Inside & { folder: Folder }) {
  const [many, setMany] = useState(portions.first)
  const total = sizeOf(folder)
  const next = nextPortion(many, total, portions)
  const isList = Array.isArray(folder)
  return (
    <>
      <ul className={classes(styles.entries, depth > 0 && depth <= mostSteps && styles.step)}>
        {entriesOf(folder, many).map(([name, value]) => (
          <li key={name}>
            {hasMore(value) ? (
              <Fold name={name} isList={isList} folder={value} depth={depth + 1} words={words} />
            ) : (
              <Line name={name} isList={isList} value={value} words={words} />
            )}
          </li>
        ))}
      </ul>
      {total > portions.first && (
        <Button size="s" variant="plain" className={styles.more} onClick={() => setMany(next?.to ?? portions.first)}>
          {next === null ? words.showFewer : next.isAll ? words.showAll(total) : words.showMore(next.to - many, total)}
        </Button>
      )}
    </>
  )
}

/** What is inside is drawn when it is opened for the first time. */
function Fold({ name, isList, folder, depth, words }: Inside & Named & { folder: Folder }) {
  const [seen, setSeen] = useState(false)
  const size = sizeOf(folder)
  const preview = previewOf(folder, words)
  return (
    <details onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>
        <Icon name="right" />
        <Name name={name} isList={isList} />
        <span className={styles.size}>{Array.isArray(folder) ? words.items(size) : words.fields(size)}</span>
        {preview && <bdi className={styles.preview}>{preview}</bdi>}
      </summary>
      {seen && <Entries folder={folder} depth={depth} words={words} />}
    </details>
  )
}

const Line = ({ name, isList, value, words }: Named & { value: unknown }) => (
  <div className={styles.line}>
    <Name name={name} isList={isList} />
    <span className={styles.value}>
      <Plain value={value} words={words} />
    </span>
  </div>
)

function Name({ name, isList }: Omit<Named, 'words'>) {
  const text = nameOf(name)
  return (
    <span
      className={classes(styles.name, isList && styles.number)}
      title={text === name || isList ? undefined : name.slice(0, 500)}
    >
      <bdi>{text}</bdi>
      <span className="hidden-visually">:</span>
    </span>
  )
}

function Plain({ value, words }: { value: unknown; words: ValueWords }) {
  if (typeof value === 'string' && value !== '') return <ValueText text={value} words={words} />
  const word = isFolder(value) ? (Array.isArray(value) ? words.emptyList : words.nothingInside) : wordOf(value, words)
  return (
    <span className={typeof value === 'number' || typeof value === 'boolean' ? undefined : styles.nothing}>{word}</span>
  )
}
