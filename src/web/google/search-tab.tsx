import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type * as z from 'zod'
import { grouped } from '#contract/format/numbers.ts'
import type { SearchQueries } from '#contract/google/search-answers.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { paths } from '#web/app/paths.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { ClicksChange, formatCtr, formatPosition } from '#web/list/search-cells.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { InspectionCard } from './inspection-card.tsx'
import { queriesQuery, searchHistoryQuery } from './queries.ts'
import { type Mark, SearchChart } from './search-chart.tsx'
import { searchHistoryWords as words } from './words.ts'
import styles from './google.module.css'

type SearchTabProps = { report: AnyReport; marks: readonly Mark[] }

/** What Google shows of a report's page: its clicks over 16 months, and its queries. */
export function SearchTab({ report, marks }: SearchTabProps) {
  const { website_id, page_id } = report
  const result = useQuery(searchHistoryQuery(website_id ?? 0, page_id ?? 0))
  if (website_id === null || page_id === null) return <Nothing websiteId={website_id} />
  return (
    <div className="stack">
      <QueryStates result={result} height="18rem" loading={words.loading}>
        {(days) =>
          days.length === 0 ? (
            <Nothing websiteId={website_id} />
          ) : (
            <Card aria-labelledby="google-search" className="stack">
              <h2 id="google-search">{words.title}</h2>
              <Figures report={report} />
              <SearchChart days={days} marks={marks} />
            </Card>
          )
        }
      </QueryStates>
      <InspectionCard report={report} />
      {(result.data?.length ?? 0) > 0 && <Queries report={report} />}
    </div>
  )
}

/** A website that is connected can have pages that Google never showed. */
function Nothing({ websiteId }: { websiteId: number | null }) {
  const { data: website } = useQuery({ ...websiteQueries.detail(websiteId ?? 0), enabled: websiteId !== null })
  const canEdit = useCanEdit(websiteId)
  const isConnected = (website?.at_risk ?? null) !== null
  return (
    <Card>
      <EmptyState
        title={words.none}
        actions={
          websiteId !== null &&
          canEdit &&
          !isConnected && (
            <Link to={paths.websiteGoogle(websiteId)} className={buttonClass()}>
              {words.toGoogle}
            </Link>
          )
        }
      >
        {isConnected ? words.notShown : words.noneText}
      </EmptyState>
    </Card>
  )
}

/** The figures of the last 28 days. */
function Figures({ report: { clicks, impressions, ctr, position, clicks_change } }: { report: AnyReport }) {
  if (clicks === null || impressions === null) return null
  return (
    <dl className={`cluster ${styles.figures}`}>
      <Figure name={words.clicks} value={grouped(clicks)}>
        {clicks_change !== null && clicks_change !== 0 && (
          <span className="small">
            <ClicksChange value={clicks_change} />
          </span>
        )}
      </Figure>
      <Figure name={words.impressions} value={grouped(impressions)} />
      {ctr !== null && <Figure name={words.ctr} value={formatCtr(ctr)} />}
      {position !== null && <Figure name={words.position} value={formatPosition(position)} />}
    </dl>
  )
}

const Figure = ({ name, value, children }: { name: string; value: string; children?: ReactNode }) => (
  <div>
    <dt className="faint tiny medium">{name}</dt>
    <dd className="row baseline">
      <span className="large">{value}</span>
      {children}
    </dd>
  </div>
)

/** The queries that are shown at first. */
const fewQueries = 10

function Queries({ report: { id, title } }: { report: AnyReport }) {
  const result = useQuery(queriesQuery(id))
  return (
    <QueryStates result={result} height="12rem" loading={words.loading}>
      {(queries) => queries.data.length > 0 && <QueryCard title={title} queries={queries} />}
    </QueryStates>
  )
}

function QueryCard({
  title,
  queries: { data, meta },
}: {
  title: string | null
  queries: z.infer<typeof SearchQueries>
}) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? data : data.slice(0, fewQueries)
  const [top] = data
  return (
    <Card aria-labelledby="queries" className="stack snug">
      <div className="stack dense">
        <h2 id="queries">{words.queries}</h2>
        <p className="muted small">{words.queriesText}</p>
      </div>
      {top && meta.title_lacks.length > 0 && (
        <Notice tone="info">
          {words.lacks(meta.title_lacks, top.query)} {title && <span className="muted">{words.titleIs(title)}</span>}
        </Notice>
      )}
      <table className="figures">
        <caption className="hidden-visually">{words.queries}</caption>
        <thead>
          <tr>
            <th scope="col">{words.query}</th>
            <th scope="col">{words.clicks}</th>
            <th scope="col">{words.impressions}</th>
            <th scope="col">{words.position}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ query, clicks, impressions, position }) => (
            <tr key={query}>
              <th scope="row" className={styles.query}>
                {query}
              </th>
              <td>{grouped(clicks)}</td>
              <td>{grouped(impressions)}</td>
              <td>{position === null ? '–' : formatPosition(position)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.length > fewQueries && (
        <div>
          <Button size="s" variant="plain" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? words.fewerQueries : words.allQueries(data.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}
