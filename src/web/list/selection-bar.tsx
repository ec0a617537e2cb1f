import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ExportFormat } from '#contract/lists/exports.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { type PageAction, usePageActions } from '#web/ui/shortcuts.ts'
import { useStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { type SelectionProps } from './resource-list.tsx'
import type { ListQuery, Row } from './resource.ts'
import type { Selected, Selection } from './selection.tsx'
import { useExport } from './use-export.tsx'
import { selectionWords as words, formatCount } from './words.ts'
import { collectRows } from './write-export.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps<R extends Row, Q extends ListQuery> = SelectionProps<R, Q> & {
  copy: { label: string; done: (count: number) => string; textOf: (row: R) => string }
  actions: SelectionAction<R>[]
  /** True if there are fewer actions because the reader can't edit all of the rows. */
  isUneditable?: boolean
  /** False if the list has exports of its own. */
  canExport?: boolean
}

/**
 * An action on the selected rows, also in the command menu, or a menu of actions. The Delete key starts the dangerous
 * one.
 */
export type SelectionAction<R> = { label: (counted: string) => string; icon: IconName; command?: PageAction } & (
  | { danger?: true; act: (rows: R[]) => void; choices?: undefined }
  | { choices: { label: string; act: (rows: R[]) => void }[] }
)

/** The actions on the selected rows, at the lower edge of the window while there are any. */
export function SelectionBar<R extends Row, Q extends ListQuery>(props: SelectionBarProps<R, Q>) {
  const { state, selection, copy, actions, isUneditable = false, canExport = true } = props
  const exporter = useExport(state)
  const { total = null, totalRelation: relation = 'eq' } = state.rows.page ?? {}
  const selected = useStore(selection)
  const count = countOf(selected, total)
  const { reading, withRows } = useSelectedRows(state, selected)
  useDropNotice(selection, count)
  const bar = useRef<HTMLElement>(null)

  const counted = count === null ? words.selectAllUncounted : formatCount(count, selected.all ? relation : 'eq')
  const clear = () => {
    selection.reset(false)
    focusHeading()
  }

  const copyRows = async (rows: R[]) => {
    await copyText(rows.map(copy.textOf).join('\n'))
    showToast({ text: copy.done(rows.length) })
  }
  const exportAs = (format: ExportFormat) =>
    selected.all && selected.rows.size === 0
      ? exporter.start({ format, rows: null })
      : void withRows((rows) => exporter.start({ format, rows }))
  const danger = actions.flatMap((action) => (action.choices || !action.danger ? [] : action))[0]
  const commands: Partial<Record<PageAction, () => void>> = {}
  for (const action of count === 0 ? [] : actions)
    if (action.command && !action.choices) commands[action.command] = () => void withRows(action.act)
  usePageActions(commands)
  useKeys(bar, selection, danger && (() => void withRows(danger.act)))

  if (count === 0)
    return (
      <>
        <section ref={bar} hidden />
        {exporter.dialog}
      </>
    )
  const action = (label: string, icon: IconName, act: () => void): ReactNode => (
    <Button key={label} size="s" icon={icon} onClick={act}>
      {label}
    </Button>
  )
  return (
    <section ref={bar} className={`over enters end-bar cluster not-printed ${styles.bar}`} aria-label={words.bar}>
      <span role="status" className={`small medium no-wrap ${styles.count}`}>
        {reading
          ? words.reading(reading.read, reading.of)
          : count === null
            ? words.selectAllUncounted
            : words.selectedAll(counted)}
      </span>
      {reading ? (
        <>
          {reading.of !== null && (
            <progress max={reading.of} value={reading.read} aria-label={words.reading(reading.read, reading.of)} />
          )}
          <Button size="s" onClick={() => reading.stopper.abort()}>
            {words.cancel}
          </Button>
        </>
      ) : (
        <>
          {!selected.all && (total === null || count === null || count < total) && (
            <Button size="s" variant="plain" onClick={() => selection.reset(true)}>
              {total === null ? words.selectAllUncounted : words.selectAll(formatCount(total, relation))}
            </Button>
          )}
          <span className={`cluster ${styles.acts}`}>
            {action(copy.label, 'copy', () => void withRows((rows) => void copyRows(rows)))}
            {canExport && (
              <Menu size="s" icon="download" label={words.export} showLabel items={exporter.items(exportAs)} />
            )}
            {actions.map(({ label, icon, ...rest }) =>
              rest.choices ? (
                <Menu
                  key={label(counted)}
                  size="s"
                  icon={icon}
                  label={label(counted)}
                  showLabel
                  items={rest.choices.map(({ label, act }) => ({ label, onSelect: () => void withRows(act) }))}
                />
              ) : (
                action(label(counted), icon, () => void withRows(rest.act))
              ),
            )}
            {isUneditable && <span className="muted small">{words.uneditable}</span>}
          </span>
          <Button size="s" variant="plain" iconOnly icon="cross" onClick={clear}>
            {words.clear}
          </Button>
        </>
      )}
      {exporter.dialog}
    </section>
  )
}

type Reading = { read: number; of: number | null; stopper: AbortController }

/** Reads the selected rows from the server, if all of a list are selected. */
function useSelectedRows<R extends Row, Q extends ListQuery>(
  state: SelectionProps<R, Q>['state'],
  selected: Selected<R>,
) {
  const [reading, setReading] = useState<Reading | null>(null)
  const stopper = reading?.stopper
  // An action on rows that are no longer selected, or of a list that was left, would surprise.
  useEffect(() => () => stopper?.abort(), [selected, stopper])

  /** Calls `act` with the selected rows, which may have to be read from the server first. */
  const withRows = async (act: (rows: R[]) => void) => {
    if (!selected.all) return act([...selected.rows.values()])
    const stopper = new AbortController()
    setReading({ read: 0, of: state.rows.page?.total ?? null, stopper })
    try {
      const list = { resource: state.resource, query: state.list.query }
      const { rows, repeats, unreadable } = await collectRows(list, stopper.signal, (read, of) =>
        setReading({ read, of, stopper }),
      )
      stopper.signal.throwIfAborted()
      if (repeats) showToast({ text: words.repeats, tone: 'bad' })
      if (unreadable > 0) showToast({ text: words.unreadable(unreadable), tone: 'bad' })
      act(rows.filter(({ id }) => !selected.rows.has(id)))
    } catch (thrown) {
      if (!stopper.signal.aborted) showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    } finally {
      setReading((now) => (now?.stopper === stopper ? null : now))
    }
  }
  return { reading, withRows }
}

/** Returns the number of selected rows; null if everything is selected and the server has no total. */
function countOf<R extends Row>({ all, rows }: Selected<R>, total: number | null) {
  if (!all) return rows.size
  return total === null ? null : Math.max(0, total - rows.size)
}

/** On a checkbox of the list, Escape clears the selection and Delete calls `onDelete`. */
function useKeys<R extends Row>(
  bar: { current: HTMLElement | null },
  selection: Selection<R>,
  onDelete: (() => void) | undefined,
) {
  const onKey = useEffectEvent(({ target, key }: KeyboardEvent) => {
    if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) return
    if (key === 'Escape') selection.reset(false)
    if (key === 'Delete') onDelete?.()
  })
  useLayoutEffect(() => {
    const list = bar.current?.parentElement
    const listener = (event: KeyboardEvent) => onKey(event)
    list?.addEventListener('keydown', listener)
    return () => list?.removeEventListener('keydown', listener)
  }, [bar])
}

/** Announces that a selection was dropped, which happens when the filters change. */
function useDropNotice<R extends Row>(selection: Selection<R>, count: number | null) {
  const before = useRef({ selection, count })
  useEffect(() => {
    const { selection: last, count: had } = before.current
    before.current = { selection, count }
    if (last !== selection && had !== 0) showToast({ text: words.dropped(had) })
  })
}
