import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UrlText } from '#web/ui/url.tsx'
import type { Entry } from './entries.ts'
import { useFound } from './use-found.ts'
import { commandMenuWords as words } from './words.ts'
import styles from './command-menu.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** The command menu: a combobox over the page that finds pages, views, websites, reports and actions. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { entries, searching, failed } = useFound(typed)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const active = Math.max(
    0,
    entries.findIndex((entry) => entry.key === chosen),
  )

  useModal(dialog)
  const activeKey = entries[active]?.key
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, activeKey])

  const run = (entry: Entry | undefined) => {
    if (!entry) return
    // The focus returns to the page first, so that the entry can move it from there.
    flushSync(onClose)
    if ('to' in entry) void navigate(entry.to)
    else entry.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = event.altKey ? undefined : indexAfter(event.key, active, entries.length)
    if (to !== undefined) {
      event.preventDefault()
      setChosen(entries[to]?.key ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(entries[active])
    }
  }

  const nothing = entries.length === 0 && !searching
  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={words.label}
      data-command-menu
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.inside}>
        <div className={`row snug faint ${styles.box}`}>
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={entries[active] ? `${id}-${active}` : undefined}
            aria-label={words.label}
            placeholder={words.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(null)
            }}
          />
          <Button variant="plain" size="s" iconOnly icon="cross" onClick={onClose}>
            {words.close}
          </Button>
        </div>
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={words.results}
          aria-busy={searching}
          className={styles.list}
        >
          {entries.map((entry, index) => (
            <Option
              key={entry.key}
              id={`${id}-${index}`}
              entry={entry}
              isActive={index === active}
              onPoint={() => index !== active && setChosen(entry.key)}
              onChoose={() => run(entry)}
            />
          ))}
        </ul>
        {nothing && <p className={styles.none}>{words.noneHint}</p>}
        <p role="status" className={nothing || failed ? styles.message : 'hidden-visually'}>
          {failed ? words.failed : searching ? words.searching : foundWords(typed, entries.length)}
        </p>
        <Hints />
      </div>
    </dialog>
  )
}

/** Opens the dialog over the page. Restores the focus when the menu closes. */
function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const before = document.activeElement
    const over = dialog.current
    over?.showModal()
    return () => {
      over?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog])
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
    <span className={styles.label}>{entry.kind === 'report' ? <UrlText url={entry.label} /> : entry.label}</span>
    {entry.detail && <small className="faint tiny">{entry.detail}</small>}
    <small className={`faint tiny ${styles.kind}`}>{words.kinds[entry.kind]}</small>
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
