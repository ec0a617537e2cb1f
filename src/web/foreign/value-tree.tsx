import { useState } from 'react'
import { isEmpty } from '#contract/responses/lenient.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { humanise, showInvisible } from '#web/ui/text.ts'
import { ExternalLink } from '#web/ui/url.tsx'
import { valueWords as words } from './words.ts'
import styles from './foreign.module.css'

type Folder = readonly unknown[] | Readonly<Record<string, unknown>>

const isFolder = (value: unknown): value is Folder => typeof value === 'object' && value !== null

const maxNameLength = 120

/** Returns a name in plain words if it is an identifier, else as it is: a URL used as a key stays a URL. */
export function fieldName(name: string): string {
  if (name.length > maxNameLength) return `${showInvisible(cut(name, maxNameLength))}…`
  return /^[a-z][\w.-]*$/i.test(name) ? humanise(name) : showInvisible(name)
}

/** Returns the first `length` code units of a text, or one less, so that no surrogate pair is split. */
export const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** The fields that the dashboard doesn't know, folded. */
export const OtherFields = ({ other }: { other: Record<string, unknown> }) => (
  <Card flush>
    <details className={`fold ${styles.others}`}>
      <summary>
        <h2>{words.others}</h2>
        <span className="cut grow faint tiny">{Object.keys(other).slice(0, 8).map(fieldName).join(', ')}</span>
        <Icon name="down" />
      </summary>
      <div>
        <ValueTree value={other} />
      </div>
    </details>
  </Card>
)

/** Any JSON value: plain ones as words, lists and objects folded, long ones cut. A name of undefined stands alone. */
export const ValueTree = ({ value }: { value: unknown }) => (
  <div className={`small breaks ${styles.tree}`}>
    {isFolder(value) && !isEmpty(value) ? <Entries folder={value} depth={0} /> : <PlainValue value={value} />}
  </div>
)

const shownAtFirst = 100
/** Deeper entries are not indented any further, so that phones have room for the text. */
const deepestIndent = 6

function Entries({ folder, depth }: { folder: Folder; depth: number }) {
  const [isWhole, setWhole] = useState(false)
  const isList = Array.isArray(folder)
  const names = Object.keys(folder)
  const shown = isWhole ? names : names.slice(0, shownAtFirst)
  return (
    <>
      <ul className={classes(styles.entries, depth > 0 && depth <= deepestIndent && styles.step)}>
        {shown.map((name) => (
          <Entry
            key={name}
            name={name}
            value={(folder as Record<string, unknown>)[name]}
            isList={isList}
            depth={depth}
          />
        ))}
      </ul>
      {shown.length < names.length && (
        <Button size="s" variant="plain" className={styles.more} onClick={() => setWhole(true)}>
          {words.showAll(names.length)}
        </Button>
      )}
    </>
  )
}

/** Lists and objects with so few entries are open at first, if they are in no other. */
const fewEntries = 3

type EntryProps = { name: string; value: unknown; isList: boolean; depth: number }

/** One entry. Those of a list or object are rendered when it is first opened. */
function Entry({ name, value, isList, depth }: EntryProps) {
  const isSmall = depth === 0 && isFolder(value) && Object.keys(value).length <= fewEntries
  const [wasOpened, setOpened] = useState(isSmall)
  const label = (
    <span className={classes(styles.name, isList && styles.number)}>
      <bdi>{isList ? Number(name) + 1 : fieldName(name)}</bdi>
      {value !== undefined && <span className="hidden-visually">:</span>}
    </span>
  )
  if (!isFolder(value) || isEmpty(value)) {
    return (
      <li className={`cluster across ${styles.line}`}>
        {label}
        <span className="grow">{value !== undefined && <PlainValue value={value} />}</span>
      </li>
    )
  }
  const size = Object.keys(value).length
  return (
    <li>
      <details open={isSmall} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary>
          <Icon name="right" />
          {label}
          <span className="faint tiny fixed">{Array.isArray(value) ? words.items(size) : words.fields(size)}</span>
        </summary>
        {wasOpened && <Entries folder={value} depth={depth + 1} />}
      </details>
    </li>
  )
}

const shownLength = 1000

/** A plain value. Text is shown as it was sent; long text is cut and can be copied, and a URL is a link. */
function PlainValue({ value }: { value: unknown }) {
  if (typeof value !== 'string' || value === '') return <span className="faint">{wordOf(value)}</span>
  const isLong = value.length > shownLength
  const text = <bdi className={styles.text}>{showInvisible(isLong ? `${cut(value, shownLength)}…` : value)}</bdi>
  if (isLong) {
    return (
      <>
        {text}{' '}
        <CopyButton
          text={value}
          label={words.copyAll(value.length)}
          doneLabel={words.copied}
          size="s"
          variant="plain"
        />
      </>
    )
  }
  return /^https?:\/\/\S+$/i.test(value) ? (
    <ExternalLink url={value} newWindow={words.newWindow}>
      {text}
    </ExternalLink>
  ) : (
    text
  )
}

/** Returns a value other than text in words. */
export function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value)
  return isFolder(value) || value === '' ? words.empty : words.none
}
