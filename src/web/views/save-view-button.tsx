import { useState } from 'react'
import type { View } from '#contract/lists/views.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { listWords } from '#web/list/words.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageAction } from '#web/ui/page-actions.ts'

/** What the page of a list shows of the view that was opened. */
export const OpenedView = lazyPart(() => import('./opened-view.tsx').then((file) => file.OpenedView))

const SaveViewDialog = lazyPart(() => import('./view-name-dialog.tsx').then((file) => file.SaveViewDialog))

/** Saves the view on screen; `name` is the proposed name. The command menu offers the same. */
export function SaveViewButton(view: Pick<View, 'list' | 'name'>) {
  const [open, setOpen] = useState(false)
  const canWrite = useCanWrite()
  usePageAction('saveView', canWrite ? () => setOpen(true) : null)
  return (
    canWrite && (
      <>
        <Button icon="bookmark" onClick={() => setOpen(true)}>
          {listWords.saveView}
        </Button>
        {open && <SaveViewDialog {...view} onClose={() => setOpen(false)} />}
      </>
    )
  )
}
