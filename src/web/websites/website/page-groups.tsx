import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { PageGroup } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { useOwnService } from '#web/data/service.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-issues.module.css'

const shownAtFirst = 12

/** The pages of a website by folder and by the shape of their URLs. Each group links to its pages. */
export function PageGroups({ id }: { id: number }) {
  const { data: groups = [] } = useQuery({ ...websitePagesQueries.groups(id), enabled: useOwnService() === true })
  const [isWhole, setWhole] = useState(false)
  if (groups.length === 0) return null
  const { groupColumns: columns } = words
  return (
    <Card flush aria-labelledby="groups">
      <CardHead id="groups" title={words.groups}>
        <p className="muted small">{words.groupsLead}</p>
      </CardHead>
      <table className={`${styles.table} ${styles.groups}`}>
        <caption className="hidden-visually">{words.groups}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.group}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col" className={styles.number}>
              {columns.pages}
            </th>
            <th scope="col">{columns.average}</th>
            <th scope="col">{columns.worst}</th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? groups : groups.slice(0, shownAtFirst)).map((group) => (
            <GroupRow key={group.group} id={id} group={group} />
          ))}
        </tbody>
      </table>
      {!isWhole && groups.length > shownAtFirst && (
        <p className={styles.more}>
          <Button size="s" onClick={() => setWhole(true)}>
            {words.showAll(groups.length)}
          </Button>
        </p>
      )}
    </Card>
  )
}

type GroupRowProps = { id: number; group: PageGroup }

function GroupRow({ id, group: { group, kind, pages, average, worst_check, worst_check_name } }: GroupRowProps) {
  const { groupColumns: columns } = words
  return (
    <tr>
      <th scope="row">
        <Link to={paths.website(id, { group, latest: '1', indexability: 'indexable' })} className={styles.group}>
          {group}
        </Link>
      </th>
      <td data-label={columns.kind}>{words.kind[kind]}</td>
      <td data-label={columns.pages} className={styles.number}>
        {grouped(pages)}
      </td>
      <td data-label={columns.average}>
        <RatedScore score={average} rating={ratingOf(average)} />
      </td>
      <td data-label={columns.worst}>
        {worst_check === null ? (
          <span className="faint">{words.noIssue}</span>
        ) : (
          <Link to={paths.website(id, { group, check: worst_check, latest: '1', indexability: 'indexable' })}>
            {worst_check_name ?? worst_check}
          </Link>
        )}
      </td>
    </tr>
  )
}
