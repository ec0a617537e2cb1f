import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type { PageAtRisk } from '#contract/google/search-answers.ts'
import { paths } from '#web/app/paths.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { writtenDay } from '#web/ui/time.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { atRiskQuery } from './queries.ts'
import { atRiskWords as words } from './words.ts'
import styles from './google.module.css'

/** The pages that are shown at first. */
const fewPages = 10

const columnsOf = (id: number): Columns<PageAtRisk> => [
  column(
    words.columns.url,
    ({ url }) => (
      <Link to={paths.websitePages(id, { search: url })} className="breaks" title={url}>
        {urlParts(url).path || '/'}
      </Link>
    ),
    { isRowHeading: true, card: 'bare line' },
  ),
  column(words.columns.cause, ({ cause }) => words.causes[cause], { width: '15rem' }),
  column(words.columns.day, ({ day }) => writtenDay(day), { width: '7rem', isNumber: true }),
  column(words.columns.clicks, ({ clicks }) => grouped(clicks), { width: '8rem', isNumber: true }),
]

type AtRiskProps = {
  id: number
  /** The clicks of all its pages at risk. */
  clicks: number
}

/**
 * The clicks of a website that are at risk. They open the list of their pages, those with most clicks first. A link to
 * them has it open.
 */
export function AtRiskCard({ id, clicks }: AtRiskProps) {
  const isLinked = useLocation().hash === '#at-risk'
  const [isOpen, setOpen] = useState(isLinked)
  return (
    <Card flush aria-labelledby="at-risk">
      <details
        className={`fold ${styles.risk}`}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <span className="bad toned">
            <Icon name="warn" />
          </span>
          <span className="cluster across grow">
            <h2 id="at-risk">{words.title}</h2>
            <span className="muted small">{words.lead(clicks)}</span>
          </span>
          <Icon name="down" />
        </summary>
        {isOpen && <List id={id} />}
      </details>
    </Card>
  )
}

function List({ id }: { id: number }) {
  const result = useQuery(atRiskQuery(id))
  const [showsAll, setShowsAll] = useState(false)
  return (
    <QueryStates result={result} height="12rem" loading={words.loading}>
      {({ data: pages }) => (
        <>
          <Table
            caption={words.title}
            columns={columnsOf(id)}
            rows={showsAll ? pages : pages.slice(0, fewPages)}
            keyOf={({ page_id }) => page_id}
          />
          {pages.length > fewPages && (
            <div className="last-line">
              <Button size="s" variant="plain" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? words.hide : words.show(pages.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryStates>
  )
}
