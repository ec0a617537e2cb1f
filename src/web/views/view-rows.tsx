import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { View } from '#contract/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useDeleteView, useOrderViews, useRestoreView } from './view-mutations.ts'
import { pinView, useUnpinned } from './view-pins.ts'
import { Card } from '#web/ui/card.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { viewsWords as words } from './words.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { ViewRow } from './view-row.tsx'
import styles from './views-page.module.css'

const sayWhy = (error: unknown) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' })

/** The views in their order, which buttons or a drag change. */
export function ViewRows({ views, mayWrite }: { views: View[]; mayWrite: boolean }) {
  const order = useOrderViews()
  const remove = useDeleteView()
  const restore = useRestoreView()
  const unpinned = useUnpinned()
  const [renaming, setRenaming] = useState<View | null>(null)
  const [dragged, setDragged] = useState<{ id: number; to: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ id: number; by: Element | null } | null>(null)

  // A row that changes its place loses the focus of the button that moved it.
  useEffect(() => {
    const { id, by } = moved.current ?? {}
    const direction = by?.getAttribute('data-move')
    if (!direction || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-view-id="${id}"] [data-move="${direction}"]`)?.focus()
  }, [views])

  const move = (view: View, to: number) => {
    const others = views.filter((one) => one !== view)
    moved.current = { id: view.id, by: document.activeElement }
    order.mutate(
      others.toSpliced(to, 0, view).map((one) => one.id),
      { onError: sayWhy },
    )
    announce(words.moved(view.name, to + 1, views.length))
  }

  const bringBack = async (view: View, before: number | null, pinned: boolean) => {
    try {
      const id = await restore.mutateAsync({ view, before })
      pinView(id, pinned)
      announce(words.restored(view.name))
    } catch (error) {
      sayWhy(error)
    }
  }
  const drop = (view: View, index: number) => {
    const before = views[index + 1]?.id ?? null
    const pinned = !unpinned.has(view.id)
    remove.mutate(view.id, {
      onError: sayWhy,
      onSuccess: () => {
        pinView(view.id, true)
        showToast({
          text: words.removed(view.name),
          action: { label: words.undo, onSelect: () => void bringBack(view, before, pinned) },
        })
      },
    })
    // The row goes, and its button with it: the next one has the focus, or the heading.
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-view-link]') ?? [])]
    const next = links[index + 1] ?? links[index - 1] ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
  }

  const onDragOver = (event: DragEvent, index: number) => {
    if (!dragged) return
    event.preventDefault()
    if (dragged.to !== index) setDragged({ ...dragged, to: index })
  }
  const onDrop = () => {
    const view = views.find((one) => one.id === dragged?.id)
    if (dragged && view && views.indexOf(view) !== dragged.to) move(view, dragged.to)
    setDragged(null)
  }

  return (
    <Card flush>
      <ol ref={list} className={styles.rows}>
        {views.map((view, index) => (
          <ViewRow
            key={view.id}
            mayWrite={mayWrite}
            view={view}
            index={index}
            last={index === views.length - 1}
            pinned={!unpinned.has(view.id)}
            dropSide={
              dragged?.to === index && dragged.id !== view.id
                ? views.findIndex((one) => one.id === dragged.id) < index
                  ? 'after'
                  : 'before'
                : null
            }
            onMove={(to) => move(view, to)}
            onRename={() => setRenaming(view)}
            onRemove={() => drop(view, index)}
            drag={{
              onDragStart: (event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', view.name)
                setDragged({ id: view.id, to: index })
              },
              onDragOver: (event) => onDragOver(event, index),
              onDrop: (event) => {
                event.preventDefault()
                onDrop()
              },
              onDragEnd: () => setDragged(null),
            }}
          />
        ))}
      </ol>
      {renaming && <RenameDialog view={renaming} onClose={() => setRenaming(null)} />}
    </Card>
  )
}
