import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { auditParams } from '#contract/audit.ts'
import { asApiError } from '#web/data/api-error.ts'
import { auditQuery } from './audit-queries.ts'
import { useFullKeyFor } from '#web/data/service.ts'
import { queryClient } from '#web/data/query-client.ts'
import { Failure } from '#web/list/failure.tsx'
import { ListFoot } from '#web/list/list-foot.tsx'
import { Repairs } from '#web/list/list-notices.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { paths } from '#web/app/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { auditWords as words } from './activity-words.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { ExportButton } from './export-button.tsx'
import styles from './activity.module.css'

const crumbs = <Link to={paths.settings()}>{words.settings}</Link>
const unfiltered = { action: null, actor: null, from: null, to: null }

/** What was done, by whom and when, the newest first. */
export function Activity() {
  const { query, change, repairs } = useListQuery(auditParams)
  const isHere = useFullKeyFor('audit')
  const {
    data: page,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({ ...auditQuery(query), enabled: isHere === true })
  const isFiltered = query.action !== null || query.actor !== null || query.from !== null || query.to !== null
  if (isHere === false) {
    return (
      <div className={styles.page}>
        <PageHeader title={words.title} crumbs={crumbs} />
        <Card>
          <EmptyState
            title={words.notHere}
            actions={
              <Link to={paths.settings()} className={buttonClass({ variant: 'main' })}>
                {words.toSettings}
              </Link>
            }
          >
            {words.notHereText}
          </EmptyState>
        </Card>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} lead={words.lead} crumbs={crumbs} actions={<ExportButton filter={query} />} />
      <Repairs repairs={repairs} />
      <AuditFilters query={query} onChange={change} />
      {error && !page && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!page && !error && <Skeleton height="24rem" />}
      {page && page.rows.length === 0 && (
        <Card>
          <EmptyState
            title={words.emptyTitle}
            actions={isFiltered && <Button onClick={() => change(unfiltered)}>{words.clear}</Button>}
          >
            {words.emptyText}
          </EmptyState>
        </Card>
      )}
      {page && page.rows.length > 0 && (
        <Card flush aria-busy={isPlaceholderData || undefined}>
          <AuditTable rows={page.rows} />
          <ListFoot
            query={query}
            shown={query}
            page={page}
            onChange={change}
            onIntent={(to) => void queryClient.prefetchQuery(auditQuery({ ...query, page: to }))}
          />
        </Card>
      )}
    </div>
  )
}
