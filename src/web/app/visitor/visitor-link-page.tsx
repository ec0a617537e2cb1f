import { queryOptions, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument, useParams } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { AnyOpenedLink } from '#contract/sharing/opened-link.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { linkToken, reader } from '#web/data/reader.ts'
import { linkPath } from '#web/data/resource-paths.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { LockAgainButton, NoSuchLink, VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { visitorWords as words } from '#web/session/words.ts'
import { lazyPage, lazyPart } from '#web/ui/lazy-part.tsx'
import { PageSkeleton } from '#web/ui/page.tsx'
import { paths } from '../paths.ts'
import { VisitorFrame } from './visitor-frame.tsx'

const CheckAgain = lazyPart(() => import('./check-again.tsx').then((file) => file.CheckAgain))

const VisitorReport = lazyPage(() => import('#web/reports/visitor-report.tsx').then((file) => file.VisitorReport))
const LinkedTarget = lazyPage(() => import('./visitor-link-lists.tsx').then((file) => file.LinkedTarget))

/** Returns the ID of the report that the rest of the path names, or null. */
const reportIn = (rest: string | undefined) => readId(/^reports\/([^/]+)$/.exec(rest ?? '')?.[1])

export async function loader({ params, request }: LoaderFunctionArgs) {
  const token = params['token'] ?? ''
  // The current page was loaded with a different identity, so the link opens in a fresh page load. A malformed token
  // never does: the browser may normalise its URL, and the redirects would not end.
  if (/^[\w-]+$/.test(token) && token !== linkToken) throw redirectDocument(request.url)
  const id = reportIn(params['*'])
  await startQuery(linkQuery(token))
  if (id !== null) void queryClient.prefetchQuery(reportQueries.detail(id))
  return null
}

/** The target of the link. Loaded once, because the server counts each request as a visit. */
const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [reader(), 'link', token],
    queryFn: async ({ signal }) => {
      return currentClient().get(linkPath(token), (body) => readItem(AnyOpenedLink, body), { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })

/** The page of a share link, for visitors with or without a key. */
export function Component() {
  const { token = '', '*': rest } = useParams()
  const { data } = useQuery({ ...linkQuery(token), enabled: false })
  return (
    <VisitorFrame shared={{ token }} link={paths.link(token)} isDocument={data?.layout === 'document'}>
      <LinkContent token={token} rest={rest} />
    </VisitorFrame>
  )
}

function LinkContent({ token, rest }: { token: string; rest: string | undefined }) {
  const { data: link, error, refetch, isFetching } = useQuery(linkQuery(token))
  const refusal = visitorRefusalOf(link, error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={() => void refetch()} busy={isFetching} />
  if (!link) return <PageSkeleton />
  const id = reportIn(rest)
  if (rest && (id === null || link.kind === 'report')) return <NoSuchLink />
  const actions = (
    <>
      {link.has_password && <LockAgainButton path={linkPath(token)} />}
      {link.can_check && <CheckAgain token={token} />}
    </>
  )
  const note = noteOf(link)
  return link.report && link.layout === 'page' ? (
    <VisitorReport report={link.report} label={link.label} note={note} actions={actions} />
  ) : (
    <LinkedTarget id={id} link={link} token={token} note={note} actions={actions} />
  )
}

const noteOf = ({ frozen_at: snapshotAt, expires_at: until }: AnyOpenedLink) =>
  snapshotAt ? words.snapshot(snapshotAt) : until ? words.until(until) : undefined
