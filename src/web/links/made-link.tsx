import { Link } from 'react-router-dom'
import type { NewLink } from '#contract/links.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatAbsolute } from '#web/ui/time.ts'
import { sharingWords as words } from './words.ts'
import { LinkWays } from './link-ways.tsx'

/** The address of a link that was just made, which is never told again. */
export function MadeLink({ link, name, onClose }: { link: NewLink; name: string; onClose: () => void }) {
  const until = link.expires_at && formatAbsolute(new Date(link.expires_at))
  return (
    <Dialog open title={words.madeTitle} onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      <div role="status">
        <Notice tone="decent">{words.madeOnce}</Notice>
      </div>
      <LinkWays url={link.url} name={link.label || name} />
      <p>
        {words.made(until)} {link.has_password && words.madePassword} <Link to={paths.links()}>{words.seeAll}</Link>
      </p>
    </Dialog>
  )
}
