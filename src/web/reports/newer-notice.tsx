import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { newestParams, type ReportListQuery, reportListParams } from '#contract/lists/list-query.ts'
import { writeQuery } from '#contract/lists/query-params.ts'
import { AnyReportRow } from '#contract/reports/report-row.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { readFromOwn } from '#web/data/service.ts'
import { formatCount } from '#web/list/words.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { newerWords as words } from './words.ts'

/** "14 new since this link was copied", for a copied link that remembers the latest report of its list. */
export function NewerNotice({ query, newest }: { query: ReportListQuery; newest: number | null }) {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const { data, isError } = useQuery({ ...newerQuery(query, newest ?? 0), enabled: newest !== null })

  const dismiss = () => {
    const next = writeQuery(newestParams, { newest: null }, new URLSearchParams(search))
    void navigate({ search: String(next), hash }, { replace: true, preventScrollReset: true })
    focusHeading()
  }
  const sentence =
    newest === null
      ? words.unreadable
      : isError
        ? words.unknown
        : data && words.since(formatCount(data.count, data.relation), data.count)
  if (!sentence) return null
  return (
    <Notice
      tone="info"
      actions={
        <Button size="s" variant="plain" iconOnly icon="cross" data-dismiss onClick={dismiss}>
          {words.dismiss}
        </Button>
      }
    >
      <span role="status">{sentence}</span>
    </Notice>
  )
}

/** The largest page: the number of latest reports that are read if the server does not count them. */
const maxRead = 100

/** Counts the reports of a list with an id above `newest`. */
function newerQuery(query: ReportListQuery, newest: number) {
  const first: ReportListQuery = {
    ...query,
    sort_by: 'id',
    sort: 'desc',
    page: 1,
    per_page: 10,
  }
  return queryOptions({
    queryKey: [...reportQueries.all(), 'newer', first, newest],
    queryFn: async ({ signal }) => (await countByServer(first, newest, signal)) ?? countRows(first, newest, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function countByServer(first: ReportListQuery, newest: number, signal: AbortSignal) {
  const search = writeQuery(reportListParams, first)
  search.set('newer_than', String(newest))
  return readFromOwn(`/reports?${search}`, (body) => readListPage(AnyReportRow, body).newer, signal)
}

async function countRows(first: ReportListQuery, newest: number, signal: AbortSignal) {
  const { rows } = await currentClient().listReports({ ...first, per_page: maxRead }, signal)
  const newer = rows.filter((row) => row.id > newest).length
  return { count: newer, relation: newer === maxRead ? ('gte' as const) : ('eq' as const) }
}
