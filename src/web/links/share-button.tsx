import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { listWords } from '#web/list/words.ts'
import type { Shareable } from './shareable.ts'

const load = () => import('./share-dialog.lazy.tsx')
const ShareDialog = lazyPart(() => load().then((file) => file.ShareDialog))

/** Opens all ways of passing on what is on screen. */
export const ShareButton = (shared: Shareable) => (
  <DialogButton load={load} dialog={ShareDialog} props={{ shared }}>
    {listWords.share}
  </DialogButton>
)
