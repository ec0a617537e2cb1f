import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink, type LoaderFunctionArgs } from 'react-router-dom'
import { type Link, linkListParams } from '#contract/sharing/links.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { serviceInfoQuery, useOwnService } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ListFoot } from '#web/list/list-foot.tsx'
import { Failure, Repairs } from '#web/list/list-notices.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { linkQueries } from '#web/resources/link-queries.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Card, EmptyState, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { LinkRow } from './link-row.tsx'
import { revokeLink } from './mutations.ts'
import { linksWords as words } from './words.ts'
import styles from './links-page.module.css'

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(serviceInfoQuery())
  void queryClient.prefetchQuery(linkQueries.list(readUrlQuery(linkListParams, {}, new URL(request.url).search).query))
  return null
}

/** All share links, with their targets, states and visits. */
export function Component() {
  const { query, change, repairs } = useListQuery(linkListParams)
  const { data: page, error, isFetching, isPlaceholderData, refetch } = useQuery(linkQueries.list(query))
  const [revoking, setRevoking] = useState<Link | null>(null)
  const website = useWebsiteName(query.website_id)
  const canRevoke = useCanWrite()
  const isUnsupported = useOwnService() === false
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={website ? words.titleOf(website.full) : words.title}
        lead={words.lead}
        actions={website && <Button onClick={() => change({ website_id: null })}>{words.showAll}</Button>}
      />
      <Repairs repairs={repairs} />
      {isUnsupported && <Empty title={words.notSupported} text={words.notSupportedText} />}
      {!isUnsupported && error && !page && (
        <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!isUnsupported && !page && !error && <Skeleton height="12rem" />}
      {page?.total === 0 && <Empty title={words.emptyTitle} text={words.emptyText} />}
      {page && page.total !== 0 && (
        <>
          <p className={`muted small ${styles.note}`}>{words.note}</p>
          <Card flush aria-busy={isPlaceholderData || undefined}>
            <ul>
              {page.rows.map((link) => (
                <LinkRow key={link.id} link={link} onRevoke={canRevoke ? () => setRevoking(link) : undefined} />
              ))}
            </ul>
            <ListFoot
              query={query}
              shown={query}
              page={page}
              onChange={change}
              onIntent={(to) => void queryClient.prefetchQuery(linkQueries.list({ ...query, page: to }))}
            />
          </Card>
        </>
      )}
      {revoking && <RevokeDialog link={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

/** Confirms that a link is revoked, which cannot be undone. */
function RevokeDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const name = link.label || link.title
  const { busy, error, submit } = useSubmit(async () => {
    await revokeLink(link.id)
    onClose()
    showToast({ text: words.revoked(name), tone: 'good' })
    // The button that opened the dialog is gone, so the focus moves to the link's visits.
    document.querySelector<HTMLElement>(`[data-link="${link.id}"] summary`)?.focus()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={words.revokeTitle(name)}
      confirmLabel={words.revokeConfirm}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  )
}

const Empty = ({ title, text }: { title: string; text: string }) => (
  <Card>
    <EmptyState
      title={title}
      actions={
        <RouteLink to={paths.reports()} className={buttonClass({ variant: 'main' })}>
          {words.toReports}
        </RouteLink>
      }
    >
      {text}
    </EmptyState>
  </Card>
)
