import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { type Link, linkListParams } from '#contract/sharing/links.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { linkQueries } from '#web/resources/link-queries.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyCard, PageHeader } from '#web/ui/page.tsx'
import { LinkRow } from './link-row.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { linksWords as words } from './words.ts'

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(linkQueries.list(readUrlQuery(linkListParams, {}, new URL(request.url).search).query))
  return null
}

const next = { to: paths.reports(), action: words.toReports }

/** All share links, with their targets, states and visits. */
export function Component() {
  const { query, change, repairs } = useListQuery(linkListParams)
  const result = useQuery(linkQueries.list(query))
  const [revoking, setRevoking] = useState<Link | null>(null)
  const website = useWebsiteName(query.website_id)
  const canRevoke = useCanWrite()
  return (
    <div className="stack">
      <PageHeader
        title={website ? words.titleOf(website.full) : words.title}
        lead={words.lead}
        actions={
          (website || query.person_id !== null) && (
            <Button onClick={() => change({ website_id: null, person_id: null })}>{words.showAll}</Button>
          )
        }
      />
      <Repairs repairs={repairs} />
      {result.data && result.data.total !== 0 && <p className="muted small prose">{words.note}</p>}
      <PagedRows
        result={result}
        query={query}
        pageOf={linkQueries.list}
        onChange={change}
        height="12rem"
        empty={<EmptyCard title={words.emptyTitle} text={words.emptyText} {...next} />}
      >
        {(links) => (
          <ul className="rows">
            {links.map((link) => (
              <LinkRow key={link.id} link={link} onRevoke={canRevoke ? () => setRevoking(link) : undefined} />
            ))}
          </ul>
        )}
      </PagedRows>
      {revoking && (
        <RevokeDialog
          link={revoking}
          // The button that opened the dialog is gone, so the focus moves to the link's visits.
          onRevoked={() => document.querySelector<HTMLElement>(`[data-link="${revoking.id}"] summary`)?.focus()}
          onClose={() => setRevoking(null)}
        />
      )}
    </div>
  )
}
