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
import { ExportButton } from '#web/list/export-button.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { column, type Columns, Table, type TableProps } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { structureWords as words } from './words.ts'
import issues from './website-issues.module.css'

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
    <Section id={id} name="redirects" table={redirects} columns={redirectColumns} keyOf={({ url }) => url} />
    <Section
      id={id}
      name="canonicals"
      table={canonicals}
      columns={canonicalColumns}
      keyOf={({ canonical }) => canonical}
    />
    <Section
      id={id}
      name="hreflang"
      table={hreflang}
      columns={hreflangColumns}
      keyOf={({ members }) => members[0]?.url ?? ''}
    />
    <Section id={id} name="pagination" table={pagination} columns={paginationColumns} keyOf={({ first }) => first} />
  </>
)

type TablesProps = { id: number; tables: StructureTables }

const shownAtFirst = 12

type SectionProps<Row extends object> = Pick<TableProps<Row>, 'columns' | 'keyOf'> & {
  id: number
  name: StructureTable
  table: { rows: readonly Row[]; total: number }
}

function Section<Row extends object>({ id, name, table: { rows, total }, columns, keyOf }: SectionProps<Row>) {
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
            className="end"
          />
        )}
      </CardHead>
      {total > 0 && (
        <Table caption={title} columns={columns} rows={isWhole ? rows : rows.slice(0, shownAtFirst)} keyOf={keyOf} />
      )}
      {!isWhole && rows.length > shownAtFirst && (
        <p className="last-line">
          <Button size="s" onClick={() => setWhole(true)}>
            {words.showAll(rows.length)}
          </Button>
        </p>
      )}
      {(isWhole || rows.length <= shownAtFirst) && rows.length < total && (
        <p className="last-line muted small">{words.cut(rows.length, total)}</p>
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
  status === 200 ? null : (
    <span className={status === null ? 'faint' : 'medium bad toned'}>{status ?? words.notAnalysed}</span>
  )

/** The first pages of a row, and how many more it has. */
const Members = ({ all, children }: { all: number; children: readonly ReactNode[] }) => (
  <ul className="grid dense">
    {children}
    {children.length < all && <li className="faint">{words.otherPages(all - children.length)}</li>}
  </ul>
)

const { columns: headings } = words
const rowHeading = { isRowHeading: true } as const
const status = { width: '8rem' }
const pages = { width: '5rem' }

const redirectColumns: Columns<RedirectRow> = [
  column(headings.url, (row) => <PageUrl page={row} />, rowHeading),
  column(headings.status, ({ statuses }) => statuses, status),
  column(
    headings.target,
    ({ target, target_status }) => (
      <>
        <span title={target}>{pathOf(target)}</span> <Status status={target_status} />
      </>
    ),
    { width: '38%' },
  ),
  column(headings.inlinks, ({ inlinks }) => (inlinks === null ? '–' : grouped(inlinks)), {
    width: '6rem',
    isNumber: true,
  }),
]

const canonicalColumns: Columns<CanonicalRow> = [
  column(
    headings.canonical,
    ({ canonical, report_id }) => <PageUrl page={{ url: canonical, report_id }} />,
    rowHeading,
  ),
  column(headings.status, (row) => (row.status === 200 ? row.status : <Status status={row.status} />), status),
  column(headings.pages, (row) => grouped(row.pages), pages),
  column(
    headings.members,
    (row) => (
      <Members all={row.pages}>
        {row.members.map((page) => (
          <li key={page.url}>
            <PageUrl page={page} /> <Status status={page.status} />
          </li>
        ))}
      </Members>
    ),
    { width: '45%', card: 'line' },
  ),
]

const hreflangColumns: Columns<HreflangSet> = [
  column(
    headings.set,
    (row) => (
      <Members all={row.pages}>
        {row.members.map((page) => (
          <li key={page.url}>
            <PageUrl page={page} /> <span className="faint tiny">{page.codes.join(', ')}</span>{' '}
            <Status status={page.status} />
          </li>
        ))}
      </Members>
    ),
    rowHeading,
  ),
  column(headings.gaps, (row) => <Gaps row={row} />, { width: '55%', card: 'line' }),
]

const Gaps = ({ row: { gaps, gaps_count: count } }: { row: HreflangSet }) =>
  count === 0 ? (
    <span className="faint">{words.complete}</span>
  ) : (
    <Members all={count}>
      {gaps.map(({ from, codes, to, gap, detail }) => (
        <li key={`${from} ${to} ${gap} ${codes.join()}`}>
          <b className="medium">{hreflangGapLabels[gap]}</b> {detail}
          <span className="muted small block">{words.gap(pathOf(from), codes, pathOf(to))}</span>
        </li>
      ))}
    </Members>
  )

const paginationColumns: Columns<PageSeries> = [
  column(headings.first, ({ first }) => <span title={first}>{pathOf(first)}</span>, rowHeading),
  column(headings.pages, (row) => grouped(row.pages), pages),
  column(
    headings.list,
    (row) => (
      <Members all={row.pages}>
        {row.members.map(({ number, canonical, ...page }) => (
          <li key={page.url}>
            {words.number(number)}: <PageUrl page={page} /> <Status status={page.status} />
            {canonical !== null && <span className="muted small block">{words.canonicalTo(pathOf(canonical))}</span>}
          </li>
        ))}
      </Members>
    ),
    { width: '55%', card: 'line' },
  ),
]
