import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { PageGroup } from '#contract/websites/website-pages.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { listLinks } from '#web/resources/list-links.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-issues.module.css'

const shownAtFirst = 12

/** The pages of a website by folder and by the shape of their URLs. Each group links to its pages. */
export function PageGroups({ id }: { id: number }) {
  const { data: groups = [] } = useQuery(websitePagesQueries.groups(id))
  const [isWhole, setWhole] = useState(false)
  if (groups.length === 0) return null
  return (
    <Card flush aria-labelledby="groups">
      <CardHead id="groups" title={words.groups}>
        <p className="muted small">{words.groupsLead}</p>
      </CardHead>
      <Table
        caption={words.groups}
        columns={columnsOf(id)}
        rows={isWhole ? groups : groups.slice(0, shownAtFirst)}
        keyOf={({ group }) => group}
      />
      {!isWhole && groups.length > shownAtFirst && (
        <p className="last-line">
          <Button size="s" onClick={() => setWhole(true)}>
            {words.showAll(groups.length)}
          </Button>
        </p>
      )}
    </Card>
  )
}

const { groupColumns: headings } = words

const columnsOf = (id: number): Columns<PageGroup> => [
  column(
    headings.group,
    ({ group }) => (
      <Link to={listLinks.website(id, { group, latest: '1', indexability: 'indexable' })} className={styles.group}>
        {group}
      </Link>
    ),
    { isRowHeading: true },
  ),
  column(headings.kind, ({ kind }) => words.kind[kind], { width: '7rem' }),
  column(headings.pages, ({ pages }) => grouped(pages), { width: '5.5rem', isNumber: true }),
  column(headings.average, ({ average }) => <RatedScore score={average} rating={ratingOf(average)} />, {
    width: '9rem',
  }),
  column(
    headings.worst,
    ({ group, worst_check: check, worst_check_name: name }) =>
      check === null ? (
        <span className="faint">{words.noIssue}</span>
      ) : (
        <Link to={listLinks.website(id, { group, check, latest: '1', indexability: 'indexable' })}>
          {name ?? check}
        </Link>
      ),
    { width: '28%' },
  ),
]
