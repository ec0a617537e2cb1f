import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { type LoaderFunctionArgs, redirectDocument, useParams } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import type { AnyOpenedLink } from '#contract/opened-link.ts'
import { firstVisit } from '#web/data/first-visit.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { linkPath } from '#web/data/visitor-paths.ts'
import { paths } from '#web/app/paths.ts'
import { sharedWords as words } from '#web/session/visitor-words.ts'
import { enterLink, linkQuery } from './visitor-query.ts'
import { ForgetButton, NoSuchLink, Refusal, refusalOf } from '#web/session/refusal.tsx'
import { VisitorFrame } from '#web/app/visitor-frame.tsx'
import { SharedReport } from '#web/reports/visitor-report.tsx'

const loadLists = () => import('./visitor-lists.lazy.tsx')
const LinkedWebsite = lazy(() => loadLists().then((file) => ({ default: file.LinkedWebsite })))
const LinkedReports = lazy(() => loadLists().then((file) => ({ default: file.LinkedReports })))
const LinkedWebsites = lazy(() => loadLists().then((file) => ({ default: file.LinkedWebsites })))
const LinkedReport = lazy(() => loadLists().then((file) => ({ default: file.LinkedReport })))

const reportIn = (rest: string | undefined) => readId(/^reports\/([^/]+)$/.exec(rest ?? '')?.[1])

export async function loader({ params, request }: LoaderFunctionArgs) {
  const token = params['token'] ?? ''
  // What is on screen already was read by somebody else: the link opens on a page of its own.
  // Not so what cannot be a token: its address may be written in several ways, and each would lead to the next.
  if (/^[\w-]+$/.test(token) && !beganAt(paths.link(token))) throw redirectDocument(request.url)
  enterLink(token)
  const id = reportIn(params['*'])
  await firstVisit(linkQuery(token))
  if (id !== null) void queryClient.prefetchQuery(reportQueries.detail(id))
  return null
}

/** Whether this document was opened at `path` or below it. */
function beganAt(path: string) {
  const [entry] = performance.getEntriesByType('navigation')
  const began = entry ? new URL(entry.name).pathname : location.pathname
  return began === path || began.startsWith(`${path}/`)
}

/** What somebody opens with a link that was made for them, with a key or without. */
export function Component() {
  const { token = '', '*': rest } = useParams()
  return (
    <VisitorFrame isShared link={paths.link(token)}>
      <Opened token={token} rest={rest} />
    </VisitorFrame>
  )
}

function Opened({ token, rest }: { token: string; rest: string | undefined }) {
  const { data: link, error, refetch, isFetching } = useQuery(linkQuery(token))
  const refusal = refusalOf(link, error)
  if (refusal) return <Refusal error={refusal} token={token} onRetry={() => void refetch()} busy={isFetching} />
  const actions = link?.has_password && <ForgetButton path={linkPath(token)} />
  if (!link) return <SharedReport report={undefined} />
  const id = reportIn(rest)
  if (id !== null && link.kind !== 'report')
    return <LinkedReport key={id} id={id} link={link} token={token} actions={actions} />
  if (rest) return <NoSuchLink />
  const note = noteOf(link)
  if (link.report) return <SharedReport report={link.report} note={note} actions={actions} />
  if (link.website) return <LinkedWebsite website={link.website} token={token} note={note} actions={actions} />
  return link.list === 'websites' ? (
    <LinkedWebsites link={link} token={token} actions={actions} />
  ) : (
    <LinkedReports link={link} token={token} actions={actions} />
  )
}

const noteOf = ({ frozen_at: frozen, expires_at: until }: AnyOpenedLink) =>
  frozen ? words.frozen(frozen) : until ? words.until(until) : undefined
