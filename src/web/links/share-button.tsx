import { Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { listWords } from '#web/list/words.ts'
import type { Shareable } from './shareable.ts'

const ShareDialog = lazyPart(() => import('./share-dialog.lazy.tsx').then((file) => file.ShareDialog))

/** Opens every way to share what is on screen. */
export function ShareButton(shared: Shareable) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{listWords.share}</Button>
      {open && (
        <Suspense>
          <ShareDialog shared={shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
