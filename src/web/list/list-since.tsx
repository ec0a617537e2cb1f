import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { readId, type ReportListQuery } from '#contract/list-query.ts'
import { newerQuery } from './newer-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { count } from './words.ts'
import { listNoticeWords as words } from './notice-words.ts'
import { focusHeading } from '#web/ui/page-header.tsx'

/** "14 newer since this link", for whoever opens a link that remembers what was newest. */
export function SinceNotice({ query }: { query: ReportListQuery }) {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const address = new URLSearchParams(search)
  const newest = readId(address.get('newest') ?? '')
  const { data, isError } = useQuery({ ...newerQuery(query, newest ?? 0), enabled: newest !== null })

  const drop = () => {
    const next = new URLSearchParams(address)
    next.delete('newest')
    void navigate({ search: String(next), hash }, { replace: true, preventScrollReset: true })
    focusHeading()
  }
  const sentence =
    newest === null
      ? words.sinceUnread
      : isError
        ? words.sinceUnknown
        : data && words.since(count(data.count, data.relation), data.count)
  if (!sentence) return null
  return (
    <Notice
      tone="info"
      actions={
        <Button size="s" variant="plain" iconOnly icon="cross" data-dismiss onClick={drop}>
          {words.sinceDrop}
        </Button>
      }
    >
      <span role="status">{sentence}</span>
    </Notice>
  )
}
