import { Link } from 'react-router-dom'
import type { NewLink } from '#contract/sharing/links.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatAbsolute } from '#web/ui/time.tsx'
import { ShareOptions } from './share-options.tsx'
import { sharingWords as words } from './words.ts'

export type CreatedLinkProps = { link: NewLink; password: string | undefined; name: string; onClose: () => void }

/** Shows the URL of a new link and offers to copy its password. Neither can be shown again later. */
export function CreatedLink({ link, password, name, onClose }: CreatedLinkProps) {
  const expires = link.expires_at && formatAbsolute(new Date(link.expires_at))
  return (
    <Dialog
      open
      title={words.createdTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Notice role="status" tone="decent">
        {words.shownOnce}
      </Notice>
      <ShareOptions url={link.url} name={link.label || name} />
      {password && <CopyButton text={password} label={words.copyPassword} doneLabel={words.passwordCopied} />}
      <p>
        {words.worksUntil(expires)} {link.has_password && words.separatePassword}{' '}
        <Link to={paths.links()}>{words.seeAll}</Link>
      </p>
    </Dialog>
  )
}
