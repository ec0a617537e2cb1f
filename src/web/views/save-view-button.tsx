import type { View } from '#contract/views.ts'
import { useMayWrite } from '#web/data/session.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { listWords } from '#web/list/words.ts'

const load = () => import('./save-view-dialog.lazy.tsx')
const SaveViewDialog = lazyPart(() => load().then((file) => file.SaveViewDialog))

/** Saves the view on screen under a name; `name` is what it is called anyway. */
export const SaveViewButton = (view: Pick<View, 'list' | 'name'>) =>
  useMayWrite() && (
    <DialogButton icon="bookmark" data-save-view load={load} dialog={SaveViewDialog} props={view}>
      {listWords.saveView}
    </DialogButton>
  )
