import { type RefObject, useEffect, useRef, useState } from 'react'
import type { View, ViewOwner } from '#contract/lists/views.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { scheduleOf, schedulesQuery } from '#web/schedules/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Card, focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeView, deleteView, orderViews, restoreView } from './mutations.ts'
import { pinView, useUnpinnedViews } from './pinned-views.tsx'
import { RenameViewDialog } from './view-name-dialog.tsx'
import { type Drag, ViewRow } from './view-row.tsx'
import { viewsWords as words } from './words.ts'

type DeleteViewDialogProps = { view: View; onDelete: () => void; onClose: () => void }

/** Confirms the deletion of a view that may have a schedule or alerts. */
const DeleteViewDialog = ({ view, onDelete, onClose }: DeleteViewDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={words.deleteTitle(view.name)}
    actions={
      <>
        <Button data-autofocus onClick={onClose}>
          {words.cancel}
        </Button>
        <Button variant="danger" onClick={onDelete}>
          {words.deleteView}
        </Button>
      </>
    }
  >
    <p>{words.deleteText}</p>
  </Dialog>
)

const showError = (error: unknown) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' })

/** The list of views. Their order can be changed in their menus or by dragging. */
export function ViewRows({ views, canWrite }: { views: readonly View[]; canWrite: boolean }) {
  const unpinned = useUnpinnedViews()
  const [renaming, setRenaming] = useState<View | null>(null)
  const [deleting, setDeleting] = useState<View | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const move = useMove(views, list)
  const deleteView = useDeletion(views, list)
  const { submit: remove } = useSubmit(async (view: View) => {
    if (await mayHaveScheduleOrAlerts(view)) setDeleting(view)
    else deleteView(view)
  })
  const { dropSideOf, dragHandlersOf } = useDrag(views, move)
  return (
    <Card flush>
      <ol ref={list} className="rows">
        {views.map((view, index) => (
          <ViewRow
            key={view.id}
            canWrite={canWrite}
            view={view}
            index={index}
            last={index === views.length - 1}
            pinned={!unpinned.has(view.id)}
            dropSide={dropSideOf(view, index)}
            onMove={(to) => move(view, to)}
            onRename={() => setRenaming(view)}
            onGive={(owner) => give(view, owner)}
            onRemove={() => remove(view)}
            drag={dragHandlersOf(view, index)}
          />
        ))}
      </ol>
      {deleting && (
        <DeleteViewDialog
          view={deleting}
          onDelete={() => {
            setDeleting(null)
            deleteView(deleting)
          }}
          onClose={() => setDeleting(null)}
        />
      )}
      {renaming && <RenameViewDialog view={renaming} onClose={() => setRenaming(null)} />}
    </Card>
  )
}

/** Makes a view the team's, or the reader's own. */
function give({ id, name }: View, owner: ViewOwner) {
  changeView(id, { owner }).then(() => announce(words.givenTo(name, owner)), showError)
}

type ListRef = RefObject<HTMLOListElement | null>

/** Returns a function that moves a view to another place in the list. */
function useMove(views: readonly View[], list: ListRef) {
  const moved = useRef<number | null>(null)

  // React moves the row's element, which drops the focus of its menu.
  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-view-id="${moved.current}"] [aria-haspopup=menu]`)?.focus()
    moved.current = null
  }, [views, list])

  return (view: View, to: number) => {
    const others = views.filter((other) => other !== view)
    moved.current = document.activeElement?.closest('[role=menu], [aria-haspopup=menu]') ? view.id : null
    orderViews(others.toSpliced(to, 0, view).map(({ id }) => id)).catch(showError)
    announce(words.moved(view.name, to + 1, views.length))
  }
}

/** Returns a function that deletes a view and offers to undo that. */
function useDeletion(views: readonly View[], list: ListRef) {
  const unpinned = useUnpinnedViews()

  const undo = async (view: View, before: number | null, pinned: boolean) => {
    try {
      const id = await restoreView(view, before)
      pinView(id, pinned)
      announce(words.restored(view.name))
    } catch (error) {
      showError(error)
    }
  }
  return (view: View) => {
    const index = views.indexOf(view)
    const before = views[index + 1]?.id ?? null
    const pinned = !unpinned.has(view.id)
    const offerUndo = () => {
      pinView(view.id, true)
      showToast({
        text: words.removed(view.name),
        action: { label: words.undo, onSelect: () => void undo(view, before, pinned) },
      })
    }
    deleteView(view.id).then(offerUndo, showError)
    // The focused button is removed with its row, so the focus moves to the next view or the heading.
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-view-link]') ?? [])]
    const next = links[index + 1] ?? links[index - 1]
    if (next) next.focus()
    else focusHeading()
  }
}

/** Returns the place at which the dragged view would be dropped, and the handlers of drag events for a row. */
function useDrag(views: readonly View[], move: (view: View, to: number) => void) {
  const [dragged, setDragged] = useState<{ id: number; to: number } | null>(null)

  const drop = () => {
    const view = views.find(({ id }) => id === dragged?.id)
    if (dragged && view && views.indexOf(view) !== dragged.to) move(view, dragged.to)
    setDragged(null)
  }
  return {
    dropSideOf: ({ id }: View, index: number) => {
      if (dragged?.to !== index || dragged.id === id) return null
      return views.findIndex(({ id }) => id === dragged.id) < index ? 'after' : 'before'
    },
    dragHandlersOf: ({ id, name }: View, index: number): Drag => ({
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', name)
        setDragged({ id, to: index })
      },
      onDragOver: (event) => {
        if (!dragged) return
        event.preventDefault()
        if (dragged.to !== index) setDragged({ ...dragged, to: index })
      },
      onDrop: (event) => {
        event.preventDefault()
        drop()
      },
      onDragEnd: () => setDragged(null),
    }),
  }
}

/**
 * Resolves to true if a view has a schedule or alerts, or if they can't be loaded. They are deleted with the view, and
 * Undo can't bring them back.
 */
async function mayHaveScheduleOrAlerts({ id }: View): Promise<boolean> {
  try {
    const [rules, schedules] = await Promise.all([
      queryClient.fetchQuery(alertQueries.rules()),
      queryClient.fetchQuery(schedulesQuery()),
    ])
    return rules.some(({ view_id }) => view_id === id) || scheduleOf({ kind: 'view', id }, schedules) !== undefined
  } catch {
    return true
  }
}
