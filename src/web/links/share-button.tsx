import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { newestParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import type { ViewList } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { OwnService, useTeamRole } from '#web/data/service.ts'
import { listWords } from '#web/list/words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageAction } from '#web/ui/shortcuts.ts'
import type { Shareable } from './share-dialog.tsx'
import { sharingWords } from './words.ts'

export const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((file) => file.ShareDialog))

/** Opens the share dialog for the page on screen. */
export function ShareButton(shared: Shareable) {
  const [open, setOpen] = useState(false)
  const isGuest = useTeamRole() === 'guest'
  usePageAction('share', isGuest ? null : () => setOpen(true))
  if (isGuest) return null
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

/** Shares a view, and opens its client report. */
export function ShareViewButton({ list, path, name, newest }: ShareViewButtonProps) {
  const viewUrl = new URL(absoluteUrl(path))
  if (newest) viewUrl.search = String(writeQuery(newestParams, { newest }, viewUrl.searchParams))
  const url = viewUrl.href
  const document = paths.listDocument(list, new URL(absoluteUrl(path)).search)
  return (
    <>
      <OwnService>
        <DocumentLink to={document} />
      </OwnService>
      <ShareButton kind="view" {...{ list, url, name }} />
    </>
  )
}

/** Opens the client report of a view. */
function DocumentLink({ to }: { to: string }) {
  const navigate = useNavigate()
  usePageAction('document', () => void navigate(to))
  return (
    <Link to={to} className={buttonClass()}>
      {sharingWords.document}
    </Link>
  )
}
