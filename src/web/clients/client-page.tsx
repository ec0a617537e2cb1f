import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import type { Client, ClientIssue } from '#contract/access/clients.ts'
import { grouped } from '#contract/format/numbers.ts'
import { readId } from '#contract/lists/list-query.ts'
import { choice } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { startQuery } from '#web/data/query-client.ts'
import { useOwnerAccess } from '#web/data/service.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { clientsQuery } from '#web/resources/clients.ts'
import { fetchedWebsite } from '#web/resources/websites.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, EmptyState, PageHeader, TabLinks } from '#web/ui/page.tsx'
import { column, Table } from '#web/ui/table.tsx'
import { setClient } from '#web/websites/set-client.ts'
import { useWebsitesList, WebsitesList } from '#web/websites/websites-list.tsx'
import { issueWords } from '#web/websites/words.ts'
import { clientIssuesQuery } from './queries.ts'
import { clientPageWords as words } from './words.ts'
import styles from './client-page.module.css'

const WebsiteCombobox = lazyPart(
  () => import('#web/resources/website-combobox.tsx').then((file) => file.WebsiteCombobox),
  () => <div className="control" />,
)

const tabParams = { tab: choice(['issues'], null) }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  const isIssues = new URL(request.url).searchParams.get('tab') === 'issues'
  await Promise.all([startQuery(clientsQuery()), id !== null && isIssues && startQuery(clientIssuesQuery(id))])
  return null
}

/** A client with its websites and their issues. */
export function Component() {
  const id = readId(useParams()['id'])
  const result = useQuery(clientsQuery())
  return (
    <QueryStates result={result} height="12rem">
      {(clients) => {
        const client = clients?.find((one) => one.id === id)
        return client ? <ClientPage key={client.id} client={client} /> : <Missing />
      }}
    </QueryStates>
  )
}

const Missing = () => (
  <div className="stack">
    <PageHeader title={words.missingTitle} lead={words.missingText} />
    <p>
      <Link to={paths.clients()} className={buttonClass({ variant: 'main' })}>
        {words.toClients}
      </Link>
    </p>
  </div>
)

function ClientPage({ client }: { client: Client }) {
  const { id, name, contact, archived } = client
  const { tab } = useListQuery(tabParams).query
  const canAssign = useOwnerAccess() && !archived
  return (
    <div className="stack tight">
      <PageHeader
        title={name}
        lead={[contact, words.websites(client.websites_count), archived && words.archived].filter(Boolean).join(' · ')}
      />
      <TabLinks
        label={words.tabs}
        tabs={[
          { name: words.tab.websites, to: paths.client(id), isOpen: tab === null },
          { name: words.tab.issues, to: paths.client(id, 'issues'), isOpen: tab === 'issues' },
        ]}
      />
      {tab === 'issues' ? (
        <Issues client={client} />
      ) : (
        <>
          {canAssign && <AddWebsite clientId={id} />}
          {client.websites_count === 0 ? <NoWebsites canAssign={canAssign} /> : <Websites id={id} />}
        </>
      )}
    </div>
  )
}

/** Gives a website to the client by typing its domain. */
function AddWebsite({ clientId }: { clientId: number }) {
  const add = async (websiteId: number | null) => {
    if (websiteId !== null) void setClient([await fetchedWebsite(websiteId)], clientId)
  }
  return (
    <div className={`quiet-edge ${styles.add}`}>
      <WebsiteCombobox websiteId={null} onChoose={(id) => void add(id)} placeholder={words.assign} />
    </div>
  )
}

function Websites({ id }: { id: number }) {
  const state = useWebsitesList(useMemo(() => ({ client: String(id) }), [id]))
  return <WebsitesList state={state} />
}

const NoWebsites = ({ canAssign }: { canAssign: boolean }) => (
  <Card>
    <EmptyState title={words.emptyTitle}>
      {words.emptyText} {canAssign && words.howToAssign}
    </EmptyState>
  </Card>
)

function Issues({ client: { id } }: { client: Client }) {
  const result = useQuery(clientIssuesQuery(id))
  const columns = useMemo(() => columnsFor(id), [id])
  return (
    <QueryStates result={result} height="12rem">
      {(issues) =>
        issues.length === 0 ? (
          <Card>
            <EmptyState title={words.noIssuesTitle}>{words.noIssuesText}</EmptyState>
          </Card>
        ) : (
          <Card flush>
            <Table caption={words.tab.issues} columns={columns} rows={issues} keyOf={({ check }) => check} />
          </Card>
        )
      }
    </QueryStates>
  )
}

const columnsFor = (client: number) => [
  column<ClientIssue>(
    words.columns.issue,
    ({ check, problem }) => (
      <Link to={paths.reports({ client: String(client), check })} className="target medium breaks">
        {problem}
      </Link>
    ),
    { isRowHeading: true, card: 'bare line' },
  ),
  column<ClientIssue>(words.columns.importance, ({ importance }) => issueWords.importance[importance], {
    width: '7rem',
  }),
  column<ClientIssue>(words.columns.websites, ({ websites }) => grouped(websites), { width: '6rem' }),
  column<ClientIssue>(words.columns.pages, ({ pages }) => grouped(pages), { width: '6rem' }),
]
