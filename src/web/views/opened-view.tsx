import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { View } from '#contract/lists/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { listWords } from '#web/list/words.ts'
import { openedView, viewsQuery } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { usePageAction } from '#web/ui/shortcuts.ts'
import { showToast } from '#web/ui/toast.tsx'
import { changeView } from './mutations.ts'
import { viewsWords as words } from './words.ts'
import styles from './opened-view.module.css'

const ScheduleAndAlerts = lazyPart(() => import('./schedule-and-alerts.tsx').then((file) => file.ScheduleAndAlerts))
const SaveViewDialog = lazyPart(() => import('./view-name-dialog.tsx').then((file) => file.SaveViewDialog))

type OpenedViewProps = {
  list: View['list']
  /** Proposed for a new view. */
  name: string
  /** Called with the name of the opened view, or null. */
  onName: (name: string | null) => void
}

/**
 * Names the page after the opened view. Offers its schedule and alerts or, once its filters have changed, to update it
 * or save another.
 */
export function OpenedView({ list, name, onName }: OpenedViewProps) {
  const { data } = useQuery(viewsQuery())
  const { pathname, search } = useLocation()
  const opened = openedView(pathname, search, data ?? [])
  const viewName = opened?.view.name ?? null
  useLayoutEffect(() => onName(viewName), [viewName, onName])
  const canWrite = useCanWrite()
  const [saving, setSaving] = useState(false)
  const { busy, error, submit } = useSubmit(async ({ view, query }: { view: View; query: string }) => {
    await changeView(view.id, { query })
    const undo = () => void restore(view)
    showToast({ text: words.updated(view.name), tone: 'good', action: { label: words.undo, onSelect: undo } })
  })
  async function restore({ id, name: ofView, query }: View) {
    try {
      await changeView(id, { query })
      announce(words.updateUndone(ofView))
    } catch (thrown) {
      showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    }
  }
  const isChanged = typeof opened?.changedTo === 'string'
  const wasChanged = useRef(false)
  useEffect(() => {
    // The button that had the focus has disappeared.
    if (wasChanged.current && !isChanged && document.activeElement === document.body) focusHeading()
    wasChanged.current = isChanged
  }, [isChanged])
  if (!opened) return null
  if (opened.changedTo === null) return <ScheduleAndAlerts view={opened.view} />
  const { view, changedTo } = opened
  return (
    <span className={styles.changed}>
      <span role="status">{words.changed}</span>
      {canWrite && (
        <>
          <Button variant="plain" size="s" busy={busy} onClick={() => submit({ view, query: changedTo })}>
            {words.update}
          </Button>
          <Button variant="plain" size="s" aria-haspopup="dialog" onClick={() => setSaving(true)}>
            {words.saveAsNew}
          </Button>
        </>
      )}
      {error && <span role="alert">{errorSentence(error)}</span>}
      {saving && <SaveViewDialog list={list} name={name} onClose={() => setSaving(false)} />}
    </span>
  )
}

/** Saves the view on screen; `name` is the proposed name. The command menu offers the same. Not on other servers. */
export function SaveViewButton(view: Pick<View, 'list' | 'name'>) {
  const [open, setOpen] = useState(false)
  // Shown until the server has described itself, so that the toolbar of our own service does not change.
  const isOther = useOwnService() === false
  const canSave = useCanWrite() && !isOther
  usePageAction('saveView', canSave ? () => setOpen(true) : null)
  return (
    canSave && (
      <>
        <Button icon="bookmark" onClick={() => setOpen(true)}>
          {listWords.saveView}
        </Button>
        {open && <SaveViewDialog {...view} onClose={() => setOpen(false)} />}
      </>
    )
  )
}
