import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showInvisible } from '#web/ui/text.ts'
import {
  cutAt,
  entriesOf,
  fieldName,
  type Folder,
  isFolder,
  nextPortion,
  type Portions,
  previewOf,
  sizeOf,
  wordOf,
} from './value-shape.ts'
import { valueWords as words } from './words.ts'
import styles from './foreign.module.css'

/** Any JSON value: plain ones as words, lists and objects folded, long ones cut. */
export const ValueTree = ({ value }: { value: unknown }) => (
  <div className={styles.tree}>
    {hasEntries(value) ? <Entries folder={value} depth={0} /> : <PlainValue value={value} />}
  </div>
)

const entryPortions: Portions = { first: 25, step: 500 }
/** Deeper entries are not indented any further, so that phones have room for the text. */
const deepestIndent = 6

const hasEntries = (value: unknown): value is Folder => isFolder(value) && sizeOf(value) > 0

function Entries({ folder, depth }: { folder: Folder; depth: number }) {
  const [count, setCount] = useState(entryPortions.first)
  const total = sizeOf(folder)
  const next = nextPortion(count, total, entryPortions)
  const isList = Array.isArray(folder)
  return (
    <>
      <ul className={classes(styles.entries, depth > 0 && depth <= deepestIndent && styles.step)}>
        {entriesOf(folder, count).map(([name, value]) => (
          <li key={name}>
            {hasEntries(value) ? (
              <Fold name={name} isList={isList} folder={value} depth={depth + 1} />
            ) : (
              <div className={styles.line}>
                <Name name={name} isList={isList} />
                <span className={styles.value}>
                  <PlainValue value={value} />
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
      {total > entryPortions.first && (
        <Button
          size="s"
          variant="plain"
          className={styles.more}
          onClick={() => setCount(next?.to ?? entryPortions.first)}
        >
          {next === null ? words.showFewer : next.isAll ? words.showAll(total) : words.showMore(next.to - count, total)}
        </Button>
      )}
    </>
  )
}

type NameProps = { name: string; isList: boolean }

/** A list or object. Its entries are rendered when it is first opened. */
function Fold({ name, isList, folder, depth }: NameProps & { folder: Folder; depth: number }) {
  const [wasOpened, setOpened] = useState(false)
  const size = sizeOf(folder)
  const preview = previewOf(folder)
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <Icon name="right" />
        <Name name={name} isList={isList} />
        <span className={styles.size}>{Array.isArray(folder) ? words.items(size) : words.fields(size)}</span>
        {preview && <bdi className={styles.preview}>{preview}</bdi>}
      </summary>
      {wasOpened && <Entries folder={folder} depth={depth} />}
    </details>
  )
}

function Name({ name, isList }: NameProps) {
  const text = fieldName(name)
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

function PlainValue({ value }: { value: unknown }) {
  if (typeof value === 'string' && value !== '') return <ValueText text={value} />
  const word = isFolder(value) ? (Array.isArray(value) ? words.emptyList : words.nothingInside) : wordOf(value)
  return (
    <span className={typeof value === 'number' || typeof value === 'boolean' ? undefined : styles.nothing}>{word}</span>
  )
}

const textPortions: Portions = { first: 300, step: 20_000 }
const maxUrlLength = 2048

/** Text exactly as it was sent. Long text is cut, and a text that is one URL is a link. */
function ValueText({ text }: { text: string }) {
  const [length, setLength] = useState(textPortions.first)
  const next = nextPortion(length, text.length, textPortions)
  const isUrl = text.length <= maxUrlLength && /^https?:\/\/\S+$/i.test(text)
  const part = (
    <bdi className={styles.text}>{showInvisible(text.slice(0, cutAt(text, length))) + (next ? '…' : '')}</bdi>
  )
  return (
    <>
      {isUrl ? (
        <ExternalLink url={text} newWindow={words.newWindow}>
          {part}
        </ExternalLink>
      ) : (
        part
      )}
      {text.length > textPortions.first && (
        <span className={styles.ways}>
          <Button size="s" variant="plain" onClick={() => setLength(next?.to ?? textPortions.first)}>
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
