import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { todayInUtc } from '#contract/format/dates.ts'
import { grouped } from '#contract/format/numbers.ts'
import {
  type CanonicalRow,
  hreflangGapLabels,
  type HreflangSet,
  type PageSeries,
  type RedirectRow,
  type StructureTable,
  type StructureTables,
  type StructureUrl,
} from '#contract/websites/website-structure.ts'
import { paths } from '#web/app/paths.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { structureWords as words } from '../words.ts'
import { ExportButton } from './export-button.tsx'
import issues from './website-issues.module.css'
import styles from './website-structure.module.css'

/** The URLs of a website as they refer to each other, each table with an export. */
export function WebsiteStructure({ id }: { id: number }) {
  const result = useQuery(websitePagesQueries.structure(id))
  return (
    <div className={`stack ${issues.parts}`}>
      <QueryStates result={result} height="24rem" loading={words.loading}>
        {(tables) => <Tables id={id} tables={tables} />}
      </QueryStates>
    </div>
  )
}

const Tables = ({ id, tables: { redirects, canonicals, hreflang, pagination, whole } }: TablesProps) => (
  <>
    {!whole && <Notice tone="info">{words.notWhole}</Notice>}
    <Table id={id} name="redirects" table={redirects} columns={['url', 'status', 'target', 'inlinks']}>
      {(row) => <Redirect key={row.url} row={row} />}
    </Table>
    <Table id={id} name="canonicals" table={canonicals} columns={['canonical', 'status', 'pages', 'members']}>
      {(row) => <Canonical key={row.canonical} row={row} />}
    </Table>
    <Table id={id} name="hreflang" table={hreflang} columns={['set', 'gaps']}>
      {(row) => <Versions key={row.members[0]?.url} row={row} />}
    </Table>
    <Table id={id} name="pagination" table={pagination} columns={['first', 'pages', 'list']}>
      {(row) => <Series key={row.first} row={row} />}
    </Table>
  </>
)

type TablesProps = { id: number; tables: StructureTables }

const shownAtFirst = 12

type TableProps<Row> = {
  id: number
  name: StructureTable
  table: { rows: readonly Row[]; total: number }
  columns: readonly (keyof typeof words.columns)[]
  children: (row: Row) => ReactNode
}

function Table<Row>({ id, name, table: { rows, total }, columns, children }: TableProps<Row>) {
  const [isWhole, setWhole] = useState(false)
  const title = words.title[name]
  return (
    <Card flush aria-labelledby={name}>
      <CardHead id={name} title={title}>
        <p className="muted small">{total === 0 ? words.none[name] : words.lead[name]}</p>
        {total > 0 && (
          <ExportButton
            path={`/websites/${id}/structure/${name}.csv`}
            name={`${name}-${todayInUtc()}`}
            label={words.exportOf(words.title[name])}
            className={styles.export}
          />
        )}
      </CardHead>
      {total > 0 && (
        <table className={`${issues.table} ${styles[name]}`}>
          <caption className="hidden-visually">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={column === 'inlinks' ? issues.number : undefined}>
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{(isWhole ? rows : rows.slice(0, shownAtFirst)).map(children)}</tbody>
        </table>
      )}
      {!isWhole && rows.length > shownAtFirst && (
        <p className={issues.more}>
          <Button size="s" onClick={() => setWhole(true)}>
            {words.showAll(rows.length)}
          </Button>
        </p>
      )}
      {(isWhole || rows.length <= shownAtFirst) && rows.length < total && (
        <p className={`muted small ${issues.more}`}>{words.cut(rows.length, total)}</p>
      )}
    </Card>
  )
}

const pathOf = (url: string) => urlParts(url).path || '/'

/** A URL by its path, as a link to its latest report if it has one. */
const PageUrl = ({ page: { url, report_id } }: { page: Pick<StructureUrl, 'url' | 'report_id'> }) =>
  report_id === null ? (
    <span title={url}>{pathOf(url)}</span>
  ) : (
    <Link to={paths.report(report_id)} title={url}>
      {pathOf(url)}
    </Link>
  )

/** The status of a URL that isn't 200. */
const Status = ({ status }: { status: number | null }) =>
  status === 200 ? null : <span className={status === null ? 'faint' : styles.bad}>{status ?? words.notAnalysed}</span>

const Redirect = ({ row: { url, report_id, statuses, target, target_status, inlinks } }: { row: RedirectRow }) => (
  <tr>
    <th scope="row">
      <PageUrl page={{ url, report_id }} />
    </th>
    <td data-label={words.columns.status}>{statuses}</td>
    <td data-label={words.columns.target} title={target}>
      {pathOf(target)} <Status status={target_status} />
    </td>
    <td data-label={words.columns.inlinks} className={issues.number}>
      {inlinks === null ? '–' : grouped(inlinks)}
    </td>
  </tr>
)

function Canonical({ row: { canonical, report_id, status, pages, members } }: { row: CanonicalRow }) {
  return (
    <tr>
      <th scope="row">
        <PageUrl page={{ url: canonical, report_id }} />
      </th>
      <td data-label={words.columns.status}>{status === 200 ? status : <Status status={status} />}</td>
      <td data-label={words.columns.pages}>{grouped(pages)}</td>
      <td data-label={words.columns.members}>
        <Members all={pages}>
          {members.map((page) => (
            <li key={page.url}>
              <PageUrl page={page} /> <Status status={page.status} />
            </li>
          ))}
        </Members>
      </td>
    </tr>
  )
}

/** The first pages of a row, and how many more it has. */
const Members = ({ all, children }: { all: number; children: readonly ReactNode[] }) => (
  <ul className={styles.members}>
    {children}
    {children.length < all && <li className="faint">{words.otherPages(all - children.length)}</li>}
  </ul>
)

const Versions = ({ row: { pages, members, gaps, gaps_count } }: { row: HreflangSet }) => (
  <tr>
    <th scope="row">
      <Members all={pages}>
        {members.map((page) => (
          <li key={page.url}>
            <PageUrl page={page} /> <span className="faint tiny">{page.codes.join(', ')}</span>{' '}
            <Status status={page.status} />
          </li>
        ))}
      </Members>
    </th>
    <td data-label={words.columns.gaps}>
      {gaps_count === 0 ? (
        <span className="faint">{words.complete}</span>
      ) : (
        <Members all={gaps_count}>
          {gaps.map(({ from, codes, to, gap, detail }) => (
            <li key={`${from} ${to} ${gap} ${codes.join()}`}>
              <b>{hreflangGapLabels[gap]}</b> {detail}
              <span className={`muted small ${styles.note}`}>{words.gap(pathOf(from), codes, pathOf(to))}</span>
            </li>
          ))}
        </Members>
      )}
    </td>
  </tr>
)

const Series = ({ row: { first, pages, members } }: { row: PageSeries }) => (
  <tr>
    <th scope="row" title={first}>
      {pathOf(first)}
    </th>
    <td data-label={words.columns.pages}>{grouped(pages)}</td>
    <td data-label={words.columns.list}>
      <Members all={pages}>
        {members.map(({ number, canonical, ...page }) => (
          <li key={page.url}>
            {words.number(number)}: <PageUrl page={page} /> <Status status={page.status} />
            {canonical !== null && (
              <span className={`muted small ${styles.note}`}>{words.canonicalTo(pathOf(canonical))}</span>
            )}
          </li>
        ))}
      </Members>
    </td>
  </tr>
)
