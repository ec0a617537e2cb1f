import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { useSettled } from '#web/ui/use-timers.ts'
import { useWebsiteName, websiteQueries } from './websites.tsx'
import { websiteFilterWords as words } from './words.ts'
import styles from './website-combobox.module.css'

type WebsiteComboboxProps = {
  websiteId: number | null
  onChoose: (websiteId: number | null) => void
  /** Shown while none is chosen. */
  placeholder?: string
  /** The ID that a label outside names. Without it, the label is inside. */
  fieldId?: string
}

/** Chooses one website of any number. The server searches for the options. */
export function WebsiteCombobox({ websiteId, onChoose, placeholder = words.all, fieldId }: WebsiteComboboxProps) {
  const [state, setState] = useState(closedCombobox)
  const [options, setOptions] = useState<AnyWebsite[]>([])
  const input = useRef<HTMLInputElement>(null)
  const ownId = useId()
  const id = fieldId ?? ownId
  const chosen = useWebsiteName(websiteId)

  const choose = (website: AnyWebsite) => {
    setState(closedCombobox)
    onChoose(website.id)
  }
  const press = (event: KeyboardEvent) => {
    const { state: next, chosen, handled } = pressKey(state, event, options.length)
    setState(next)
    const website = chosen === null ? undefined : options[chosen]
    if (website) choose(website)
    if (handled) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const clear = () => {
    setState(closedCombobox)
    onChoose(null)
    input.current?.focus()
  }
  const active = state.open ? options[state.active] : undefined

  return (
    <div className={styles.combobox}>
      {fieldId === undefined && <label htmlFor={id}>{words.label}</label>}
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={state.open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        placeholder={state.open ? words.placeholder : placeholder}
        value={state.draft ?? chosen?.short ?? ''}
        onChange={(event) => setState(typedInto(event.target.value))}
        onFocus={(event) => event.target.select()}
        onMouseDown={() => setState((now) => (now.open ? now : { ...now, open: true }))}
        onKeyDown={press}
        onBlur={() => setState(closedCombobox)}
      />
      {websiteId === null ? (
        <Icon name="down" />
      ) : (
        <Button
          variant="plain"
          size="s"
          iconOnly
          icon="cross"
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          {words.clear}
        </Button>
      )}
      {state.open && (
        <WebsiteOptions
          id={id}
          search={state.draft ?? ''}
          active={active?.id}
          onOptions={setOptions}
          onChoose={choose}
        />
      )}
    </div>
  )
}

/**
 * `draft` is the typed text; null while the input shows the chosen website. `active` is the index of the active option.
 */
export type ComboboxState = { open: boolean; draft: string | null; active: number }

export const closedCombobox: ComboboxState = { open: false, draft: null, active: -1 }

export const typedInto = (draft: string): ComboboxState => ({ open: true, draft, active: draft.trim() === '' ? -1 : 0 })

/**
 * Applies a key to a list-autocomplete combobox with `count` options (ARIA Authoring Practices). Returns the index of
 * the option that the key chooses, if any. Keys that are `handled` must not reach the browser.
 */
export function pressKey(
  state: ComboboxState,
  { key, altKey }: { key: string; altKey: boolean },
  count: number,
): { state: ComboboxState; chosen: number | null; handled: boolean } {
  const active = Math.min(state.active, count - 1)
  const moved = (to: number) => ({ state: { ...state, open: true, active: to }, chosen: null, handled: true })
  switch (key) {
    case 'ArrowDown':
      if (altKey) return moved(state.open ? active : -1)
      return moved(count === 0 ? -1 : state.open ? (active + 1) % count : 0)
    case 'ArrowUp':
      if (altKey) return { state: closedCombobox, chosen: null, handled: true }
      return moved(state.open && active > 0 ? active - 1 : count - 1)
    case 'Enter':
      if (!state.open || active < 0) return { state, chosen: null, handled: state.open }
      return { state: closedCombobox, chosen: active, handled: true }
    case 'Escape':
      return { state: closedCombobox, chosen: null, handled: state.open || state.draft !== null }
    case 'Tab':
      return { state: closedCombobox, chosen: null, handled: false }
    default:
      return { state, chosen: null, handled: false }
  }
}

type WebsiteOptionsProps = {
  id: string
  search: string
  active: number | undefined
  /** Reports the options of the current search; none while the shown ones belong to another search. */
  onOptions: (options: AnyWebsite[]) => void
  onChoose: (website: AnyWebsite) => void
}

const mostReports: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const none: AnyWebsite[] = []

/** The options of the website combobox: the websites with the most reports, or those that match the search. */
export function WebsiteOptions({ id, search, active, onOptions, onChoose }: WebsiteOptionsProps) {
  const settledSearch = useSettled(search.trim(), 150)
  const found = useQuery({
    ...websiteQueries.list({ ...mostReports, search: settledSearch }),
    placeholderData: keepPreviousData,
  })
  const settled = settledSearch === search.trim() && !found.isPlaceholderData
  const rows = found.data?.rows ?? none
  const options = settled ? rows : none

  useEffect(() => onOptions(options), [options, onOptions])
  useEffect(() => () => onOptions(none), [onOptions])
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const status = found.isError
    ? words.failed
    : !found.data
      ? words.loading
      : rows.length === 0
        ? words.none(settledSearch)
        : null

  return (
    <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      <ul id={`${id}-list`} role="listbox" aria-label={words.options} aria-busy={!settled}>
        {rows.map((website) => (
          <li
            key={website.id}
            id={`${id}-${website.id}`}
            role="option"
            aria-selected={website.id === active}
            onClick={() => onChoose(website)}
          >
            <span>{unicodeHost(website.domain)}</span>
            {website.reports_count !== null && (
              <small className="faint tiny">{words.reports(website.reports_count)}</small>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={status ? `muted ${styles.status}` : 'hidden-visually'}>
        {status ?? (settled ? words.found(rows.length) : '')}
      </p>
    </div>
  )
}
