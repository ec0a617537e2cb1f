import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { View } from '#contract/lists/views.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { OwnService } from '#web/data/service.ts'
import { listWords } from '#web/list/words.ts'
import { openedView, viewsQuery } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { usePageAction } from '#web/ui/shortcuts.ts'
import { viewsWords as words } from './words.ts'
import styles from './opened-view.module.css'

const ScheduleAndAlerts = lazyPart(() => import('./schedule-and-alerts.tsx').then((file) => file.ScheduleAndAlerts))
const UpdateView = lazyPart(() => import('./update-view.tsx').then((file) => file.UpdateView))
const SaveViewDialog = lazyPart(() => import('./view-name-dialog.tsx').then((file) => file.SaveViewDialog))

type OpenedViewProps = {
  /** Called with the name of the opened view, or null. */
  onName: (name: string | null) => void
}

/** The view that is opened, and whether it was changed. */
function useOpenedView() {
  const { data } = useQuery(viewsQuery())
  const { pathname, search } = useLocation()
  return openedView(pathname, search, data ?? [])
}

/** Names the page after the opened view. Shows its schedule and alerts or, once its filters have changed, says so. */
export function OpenedView({ onName }: OpenedViewProps) {
  const opened = useOpenedView()
  const viewName = opened?.view.name ?? null
  useLayoutEffect(() => onName(viewName), [viewName, onName])
  const isChanged = typeof opened?.changedTo === 'string'
  const wasChanged = useRef(false)
  useEffect(() => {
    // The button that had the focus has disappeared.
    if (wasChanged.current && !isChanged && document.activeElement === document.body) focusHeading()
    wasChanged.current = isChanged
  }, [isChanged])
  const { search } = useLocation()
  if (!opened && !new URLSearchParams(search).has('view')) return null
  return (
    <span className={styles.line}>
      {isChanged && <span role="status">{words.changed}</span>}
      {opened && !isChanged && <ScheduleAndAlerts view={opened.view} />}
    </span>
  )
}

/**
 * Saves what is on screen: as a view or, once the opened view was changed, by updating it or as another one; `name` is
 * the proposed name. The command menu offers the same.
 */
export const SaveViewButton = (proposed: Pick<View, 'list' | 'name'>) => (
  <OwnService>
    <SaveView {...proposed} />
  </OwnService>
)

function SaveView(proposed: Pick<View, 'list' | 'name'>) {
  const [open, setOpen] = useState(false)
  const opened = useOpenedView()
  const canSave = useCanWrite() && opened?.changedTo !== null
  usePageAction('saveView', canSave ? () => setOpen(true) : null)
  return (
    <>
      {canSave && !opened && (
        <Button icon="bookmark" onClick={() => setOpen(true)}>
          {listWords.saveView}
        </Button>
      )}
      {canSave && typeof opened?.changedTo === 'string' && (
        <UpdateView view={opened.view} query={opened.changedTo} onSaveAsNew={() => setOpen(true)} />
      )}
      {open && <SaveViewDialog {...proposed} onClose={() => setOpen(false)} />}
    </>
  )
}
