import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLocation, useParams } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { startQuery } from '#web/data/query-client.ts'
import { useSupports } from '#web/data/service.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { listLinks } from '#web/resources/list-links.ts'
import { WebsiteCrumbs } from '#web/resources/website-crumbs.tsx'
import { quietPages, websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { WebsiteMissing, websiteQueries } from '#web/resources/websites.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead, EmptyCard, PageHeader } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { ConnectionCard } from './connection-card.tsx'
import { FieldCard } from './field-card.tsx'
import { connectionQuery, googleClientQuery } from './queries.ts'
import { UnmatchedCard } from './unmatched-card.tsx'
import { websiteGoogleWords as words } from './words.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id === null) return null
  await Promise.all([
    startQuery(websiteQueries.detail(id)),
    startQuery(connectionQuery(id)),
    startQuery(googleClientQuery()),
  ])
  return null
}

export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <WebsiteMissing /> : <WebsiteGooglePage key={id} id={id} />
}

/** What Google knows of a website: its connection, clicks of pages without a report, and field data. */
function WebsiteGooglePage({ id }: { id: number }) {
  const { data: website, error, refetch, isFetching } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const isAvailable = useSupports('search_console')
  const hasField = useSupports('field_data')
  const { data: connection } = useQuery({ ...connectionQuery(id), enabled: isAvailable })
  const hasFigures = isAvailable && (connection?.last_day ?? null) !== null
  const failure = error && !website ? asApiError(error) : null
  if (failure?.kind === 'missing') return <WebsiteMissing />
  const domain = website && unicodeHost(website.domain)
  return (
    <div className="stack">
      <PageHeader
        title={domain ? words.title(domain) : words.loadingTitle}
        documentTitle={domain ? words.documentTitle(domain) : words.loadingTitle}
        crumbs={<WebsiteCrumbs to={paths.websiteIssues(id)} name={domain} />}
        lead={words.lead}
      />
      {failure && <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />}
      {website && !isAvailable && (
        <EmptyCard
          title={words.notAvailable}
          text={words.notAvailableText}
          to={paths.websiteIssues(id)}
          action={words.toWebsite}
        />
      )}
      <Outcome isConnected={connection?.kind === 'oauth'} />
      {website && isAvailable && <ConnectionCard id={id} />}
      {website && hasFigures && <QuietPages id={id} />}
      {website && hasFigures && <UnmatchedCard id={id} domain={website.domain} />}
      {website && hasField && <FieldCard id={id} />}
    </div>
  )
}

/** Leads to the pages without an impression. Nothing if there are none, or if days are missing. */
function QuietPages({ id }: { id: number }) {
  const { data: count = 0 } = useQuery(websitePagesQueries.quietCount(id))
  if (count === 0) return null
  return (
    <Card flush aria-labelledby="quiet">
      <CardHead id="quiet" title={words.quiet}>
        <Link to={listLinks.websitePages(id, quietPages)} className="small">
          {words.quietPages(count)}
        </Link>
      </CardHead>
    </Card>
  )
}

/** With what the person came back from Google. */
function Outcome({ isConnected }: { isConnected: boolean }) {
  const came = new URLSearchParams(useLocation().search).get('google')
  // It may have been disconnected since.
  if (came === null || (came === 'connected' && !isConnected)) return null
  return came === 'connected' ? (
    <Notice tone="good" role="status">
      {words.connected}
    </Notice>
  ) : (
    <Notice tone="decent" role="status">
      {came === 'cancelled' ? words.cancelled : words.notConnected}
    </Notice>
  )
}
