import { useState } from 'react'
import { newestParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import type { ViewList } from '#contract/lists/views.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { listWords } from '#web/list/words.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageAction } from '#web/ui/shortcuts.ts'
import type { Shareable } from './share-dialog.tsx'

export const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((file) => file.ShareDialog))

/** Opens the share dialog for the page on screen. */
export function ShareButton(shared: Shareable) {
  const [open, setOpen] = useState(false)
  usePageAction('share', () => setOpen(true))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{listWords.share}</Button>
      {open && <ShareDialog shared={shared} onClose={() => setOpen(false)} />}
    </>
  )
}

type ShareViewButtonProps = {
  list: ViewList
  path: string
  name: string
  /** The ID of the newest row, so that the URL can show later which rows are new. */
  newest?: number
}

/** Opens the share dialog for a view. */
export function ShareViewButton({ list, path, name, newest }: ShareViewButtonProps) {
  const viewUrl = new URL(absoluteUrl(path))
  if (newest) viewUrl.search = String(writeQuery(newestParams, { newest }, viewUrl.searchParams))
  const url = viewUrl.href
  return <ShareButton kind="view" {...{ list, url, name }} />
}
