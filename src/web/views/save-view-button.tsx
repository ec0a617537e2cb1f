import { lazy, Suspense, useState } from 'react'
import type { View } from '#contract/views.ts'
import { Button } from '#web/ui/button.tsx'
import { listWords } from '#web/words/lists.ts'

const load = () => import('./save-view-dialog.lazy.tsx')
const SaveViewDialog = lazy(() => load().then((file) => ({ default: file.SaveViewDialog })))

/** Saves the view on screen under a name; `name` is what it is called anyway. */
export function SaveViewButton(view: Pick<View, 'list' | 'name'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="bookmark" data-save-view onPointerEnter={() => void load()} onClick={() => setOpen(true)}>
        {listWords.saveView}
      </Button>
      {open && (
        <Suspense>
          <SaveViewDialog {...view} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
