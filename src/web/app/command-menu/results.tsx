import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { Icon } from '#web/ui/icon.tsx'
import { UrlText } from '#web/ui/url.tsx'
import type { Entry } from './entries.ts'
import { useFound } from './use-found.ts'
import { commandMenuWords as words } from './words.ts'
import styles from './results.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

type Props = {
  typed: string
  /** Enter was pressed before the results were loaded. */
  entered: boolean
  field: RefObject<HTMLInputElement | null>
  listId: string
  /** Called with the ID of the active option. */
  onActive: (id: string | undefined) => void
  onClose: () => void
}

/** The entries for the text in the field. The field's keys move through them. */
export function Results({ typed, entered, field, listId, onActive, onClose }: Props) {
  const [chosen, setChosen] = useState<{ typed: string; key: string }>()
  const { entries, searching, failed } = useFound(typed)
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const active = Math.max(
    0,
    entries.findIndex((entry) => chosen?.typed === typed && entry.key === chosen.key),
  )
  const activeKey = entries[active]?.key
  const optionId = (index: number) => `${listId}-${index}`
  const activeId = activeKey === undefined ? undefined : optionId(active)

  const choose = (entry: Entry | undefined) => setChosen(entry && { typed, key: entry.key })
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    // The focus returns to the page first, so that the entry can move it from there.
    flushSync(onClose)
    if ('to' in entry) void navigate(entry.to)
    else entry.act()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const to = event.altKey ? undefined : indexAfter(event.key, active, entries.length)
    if (to === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (to === undefined) run(entries[active])
    else choose(entries[to])
  })
  const onLoad = useEffectEvent(() => entered && setTimeout(() => run(entries[active])))

  useEffect(() => {
    const box = field.current
    const press = (event: KeyboardEvent) => onKeyDown(event)
    box?.addEventListener('keydown', press)
    onLoad()
    return () => box?.removeEventListener('keydown', press)
  }, [field])
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => {
    const options = list.current?.querySelectorAll('[role=option]')
    // The heading of the first group comes with its first entry.
    if (active === 0) list.current?.scrollTo(0, 0)
    else options?.[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, activeKey])

  const nothing = entries.length === 0 && !searching
  return (
    <>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={words.results}
        aria-busy={searching}
        className={styles.list}
      >
        {[...Map.groupBy(entries, ({ group }) => group)].map(([group, own]) => (
          <ul key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <li role="presentation" id={`${listId}-${group}`} className={`faint tiny ${styles.group}`}>
              {words.groups[group]}
            </li>
            {own.map((entry) => {
              const index = entries.indexOf(entry)
              return (
                <Option
                  key={entry.key}
                  id={optionId(index)}
                  entry={entry}
                  isActive={index === active}
                  onPoint={() => index !== active && choose(entry)}
                  onChoose={() => run(entry)}
                />
              )
            })}
          </ul>
        ))}
      </div>
      {nothing && <p className={styles.none}>{words.noneHint}</p>}
      <p role="status" className={nothing || failed ? styles.message : 'hidden-visually'}>
        {failed ? words.failed : searching ? words.searching : foundWords(typed, entries.length)}
      </p>
      <Hints />
    </>
  )
}

/** The entry that a key moves to: single steps go round, pages stop at the ends. Undefined for other keys. */
function indexAfter(key: string, active: number, count: number): number | undefined {
  const step = steps[key]
  if (step === undefined) return undefined
  return Math.abs(step) === 1 ? (active + step + count) % count : Math.min(count - 1, Math.max(0, active + step))
}

type OptionProps = { id: string; entry: Entry; isActive: boolean; onPoint: () => void; onChoose: () => void }

const Option = ({ id, entry, isActive, onPoint, onChoose }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isActive}
    onPointerMove={onPoint}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <Icon name={entry.icon} />
    <span className={styles.label}>
      {entry.group === 'report' || entry.group === 'recent' ? <UrlText url={entry.label} /> : entry.label}
    </span>
    {entry.detail && <small className="faint tiny">{entry.detail}</small>}
  </li>
)

const Hints = () => (
  <p className={`row faint tiny ${styles.hints}`} aria-hidden="true">
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd> {words.hints.move}
    </span>
    <span>
      <kbd>↵</kbd> {words.hints.choose}
    </span>
    <span>
      <kbd>Esc</kbd> {words.hints.close}
    </span>
  </p>
)

const foundWords = (typed: string, count: number) =>
  count === 0 ? words.none(shorter(typed.trim())) : words.found(count)

const shorter = (text: string) => ([...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text)
