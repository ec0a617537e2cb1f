import { Link } from 'react-router-dom'
import { Notice } from '#web/ui/notice.tsx'
import { reportWords as words } from '../report-words.ts'
import { checkAnchor } from './check-anchor.ts'
import type { Indexability } from './indexability.ts'

/** Whether Google may index the page, in one sentence, above everything else; the reason leads to its check. */
export function VerdictLine({
  verdict: { value, isUnread, reason, check },
  search,
}: {
  verdict: Indexability
  search: string
}) {
  const { open, unread, blocked, unsure } = words.verdict
  return (
    <Notice tone={value === null ? 'decent' : value ? 'good' : 'bad'}>
      <b>{value === null ? unsure : value ? open : isUnread ? unread : blocked}</b>{' '}
      {check ? <Link to={{ search, hash: checkAnchor(check.id) }}>{reason}</Link> : reason}.
    </Notice>
  )
}
