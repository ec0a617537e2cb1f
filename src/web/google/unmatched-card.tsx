import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import type { UnmatchedUrl } from '#contract/google/search-answers.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { formatPosition } from '#web/list/search-cells.tsx'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { unmatchedQuery } from './queries.ts'
import { unmatchedWords as words } from './words.ts'
import styles from './google.module.css'

const columns: Columns<UnmatchedUrl> = [
  column(words.columns.url, ({ url }) => <span className="breaks">{url}</span>, {
    isRowHeading: true,
    card: 'bare line',
  }),
  column(words.columns.clicks, ({ clicks }) => grouped(clicks), { width: '6rem', isNumber: true }),
  column(words.columns.impressions, ({ impressions }) => grouped(impressions), { width: '7.5rem', isNumber: true }),
  column(words.columns.position, ({ position }) => (position === null ? '–' : formatPosition(position)), {
    width: '6rem',
    isNumber: true,
  }),
]

/** The URLs that Google shows and that have no report, to analyse them. */
export function UnmatchedCard({ id, domain }: { id: number; domain: string }) {
  const result = useQuery(unmatchedQuery(id))
  return (
    <QueryStates result={result} height="12rem" loading={words.loading}>
      {({ urls, total }) => (
        <Card flush aria-labelledby="unmatched">
          <header className={`inset cluster ${styles.head}`}>
            <div className="stack dense grow">
              <h2 id="unmatched">{words.title}</h2>
              {urls.length > 0 && (
                <p className="muted small pretty">
                  {words.lead(
                    words.urls(total),
                    urls.reduce((sum, { clicks }) => sum + clicks, 0),
                  )}
                </p>
              )}
            </div>
            {urls.length > 0 && (
              <>
                <ExportButton path={`/websites/${id}/search/unmatched.csv`} name={words.file(domain)} />
                <Analyse id={id} urls={urls} />
              </>
            )}
          </header>
          {urls.length > 0 ? <List urls={urls} /> : <EmptyState title={words.none}>{words.noneText}</EmptyState>}
        </Card>
      )}
    </QueryStates>
  )
}

/** The URLs that are shown at first. */
const fewUrls = 10

function List({ urls }: { urls: readonly UnmatchedUrl[] }) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <Table
        caption={words.title}
        columns={columns}
        rows={showsAll ? urls : urls.slice(0, fewUrls)}
        keyOf={({ url }) => url}
      />
      {urls.length > fewUrls && (
        <div className="last-line">
          <Button size="s" variant="plain" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? words.hide : words.show(urls.length)}
          </Button>
        </div>
      )}
    </>
  )
}

function Analyse({ id, urls }: { id: number; urls: readonly UnmatchedUrl[] }) {
  const canEdit = useCanEdit(id)
  const { openAddDialog, startJobOf } = useAnalyseRequests()
  return (
    canEdit &&
    startJobOf && (
      <Button size="s" variant="main" onClick={() => openAddDialog(urls.map(({ url }) => url).join('\n'))}>
        {words.analyse(urls.length)}
      </Button>
    )
  )
}
