import { createColumnHelper } from '@tanstack/react-table'
import { type ReactNode, useContext } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { hasScore, urlFrom } from '#contract/reports/indexability.ts'
import { isOrphan } from '#contract/websites/crawls.ts'
import { paths } from '#web/app/paths.ts'
import { columnKinds, CreatedCell, IndexingTag, NoScore, PageLines, RatedScore, RowLink } from '#web/list/cells.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import {
  ClicksChange,
  formatCtr,
  formatPosition,
  GoogleIndex,
  searchColumns,
  SearchFigure,
} from '#web/list/search-cells.tsx'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { searchFigureWords } from '#web/list/words.ts'
import type { Features } from '#web/ui/table.tsx'
import { formatShort } from '#web/ui/time.tsx'
import type { PageRow } from './page-row.ts'
import { websitePagesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const helper = createColumnHelper<Features, PageRow>()
const { columns } = words

/** A number that the list can be sorted by. */
const numeric = (by: string) => ({ ...columnKinds.number, sort: { by, direction: 'desc' as const } })

export const pageColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: columnKinds.select,
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={original.url} />,
  }),
  helper.accessor('score', {
    header: columns.score,
    meta: { ...columnKinds.score, sort: { by: 'score', direction: 'asc' } },
    cell: ({ row: { original } }) =>
      original.score === null || original.result === null ? (
        <MissingScore page={original} />
      ) : (
        <RatedScore score={original.score} rating={original.result} />
      ),
  }),
  helper.accessor('url', {
    header: columns.url,
    meta: {
      card: 'main',
      sort: { by: 'url', direction: 'asc' },
      part: { name: 'title', label: columns.title },
    },
    cell: ({ row }) => <PageLink page={row.original} />,
  }),
  helper.accessor('indexability', {
    header: columns.indexing,
    meta: { ...columnKinds.indexing, sort: { by: 'indexability', direction: 'asc' } },
    cell: ({ row }) => <Indexing page={row.original} />,
  }),
  helper.accessor('clicks', {
    header: searchFigureWords.clicks,
    meta: searchColumns.clicks,
    cell: ({ getValue }) => <SearchFigure value={getValue()} />,
  }),
  helper.accessor('clicks_change', {
    header: searchFigureWords.clicksChange,
    meta: searchColumns.clicks_change,
    cell: ({ getValue }) => <ClicksChange value={getValue()} />,
  }),
  helper.accessor('impressions', {
    header: searchFigureWords.impressions,
    meta: searchColumns.impressions,
    cell: ({ getValue }) => <SearchFigure value={getValue()} />,
  }),
  helper.accessor('ctr', {
    header: searchFigureWords.ctr,
    meta: searchColumns.ctr,
    cell: ({ getValue }) => <SearchFigure value={getValue()} format={formatCtr} />,
  }),
  helper.accessor('position', {
    header: searchFigureWords.position,
    meta: searchColumns.position,
    cell: ({ getValue }) => <SearchFigure value={getValue()} format={formatPosition} />,
  }),
  helper.accessor('google_index', {
    header: searchFigureWords.googleIndex,
    meta: searchColumns.google_index,
    cell: ({ getValue }) => <GoogleIndex value={getValue()} />,
  }),
  helper.accessor('status', {
    header: columns.status,
    meta: numeric('status'),
    cell: ({ getValue }) => getValue() ?? <Unknown />,
  }),
  helper.accessor('redirects_to', {
    header: columns.redirectsTo,
    meta: { ...columnKinds.text, optional: true },
    cell: ({ row: { original } }) => <Target from={original.url} to={original.redirects_to} />,
  }),
  helper.accessor('canonical', {
    header: columns.canonical,
    meta: { ...columnKinds.text, sort: { by: 'canonical', direction: 'asc' }, optional: true },
    cell: ({ row: { original } }) => <Target from={original.url} to={original.canonical} />,
  }),
  helper.accessor('title_length', {
    header: columns.titleLength,
    meta: { ...columnKinds.number, optional: true },
    cell: ({ row: { original }, getValue }) => <AmountOfText page={original} value={getValue()} />,
  }),
  helper.accessor('description', {
    header: columns.description,
    meta: { ...columnKinds.text, optional: true },
    cell: ({ getValue }) => <Text>{getValue()}</Text>,
  }),
  helper.accessor('description_length', {
    header: columns.descriptionLength,
    meta: { ...columnKinds.number, optional: true },
    cell: ({ row: { original }, getValue }) => <AmountOfText page={original} value={getValue()} />,
  }),
  helper.accessor('h1', {
    header: columns.h1,
    meta: { ...columnKinds.text, optional: true },
    cell: ({ getValue }) => <Text>{getValue()}</Text>,
  }),
  helper.accessor('words', {
    header: columns.words,
    meta: numeric('words'),
    cell: ({ row: { original }, getValue }) => <AmountOfText page={original} value={getValue()} />,
  }),
  helper.accessor('depth', {
    header: columns.depth,
    meta: numeric('depth'),
    cell: ({ row: { original } }) => <Depth page={original} />,
  }),
  helper.accessor('inlinks', {
    header: columns.inlinks,
    meta: numeric('inlinks'),
    cell: ({ getValue }) => <Amount value={getValue()} />,
  }),
  helper.accessor('in_sitemap', {
    header: columns.inSitemap,
    meta: { ...numeric('in_sitemap'), optional: true },
    cell: ({ getValue }) => {
      const value = getValue()
      return value === null ? <Unknown /> : value ? words.listed : words.notListed
    },
  }),
  helper.accessor('issues', {
    header: columns.issues,
    meta: numeric('issues'),
    cell: ({ getValue }) => <Amount value={getValue()} />,
  }),
  helper.accessor('analysed_at', {
    header: columns.analysed,
    meta: { ...columnKinds.created, optional: true },
    cell: ({ getValue }) => (getValue() === null ? <Unknown /> : <CreatedCell at={getValue()} />),
  }),
])

const Unknown = () => (
  <span className="faint" title={words.notKnown}>
    <span aria-hidden="true">–</span>
    <span className="hidden-visually">{words.notKnown}</span>
  </span>
)

/** A page has no score if it isn’t indexed as such, and nobody needs to be told that of each. */
const MissingScore = ({ page }: { page: PageRow }) =>
  hasScore(page) && page.gone_at === null ? <Unknown /> : <NoScore label={words.noScore} />

const Amount = ({ value }: { value: number | null }) => (value === null ? <Unknown /> : grouped(value))

/** A redirect or an error has no text of its own, so that nothing is unknown. */
const AmountOfText = ({ page, value }: { page: PageRow; value: number | null }) =>
  value === null && (page.status ?? 200) >= 300 ? null : <Amount value={value} />

/** The clicks from the start page. An orphan has none. */
const Depth = ({ page: { depth, orphan } }: { page: PageRow }) =>
  isOrphan(orphan) ? (
    <span title={words.orphans[orphan]}>{words.orphan}</span>
  ) : (
    <span title={orphan === 'by_script' ? words.byScript : undefined}>
      <Amount value={depth} />
    </span>
  )

/** Texts that a page lacks are empty, and so are those that a redirect or an error can't have. */
const Text = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <span title={children}>{children}</span> : null

const Target = ({ from, to }: { from: string; to: string | null }) =>
  to === null ? null : <span title={to}>{urlFrom(from, to)}</span>

function PageLink({ page: { report_id, url, title } }: { page: PageRow }) {
  const { search } = useContext(ListActionsContext)
  // Every page is of the one website.
  const lines = <PageLines url={url} title={title} domain={URL.parse(url)?.host ?? null} />
  if (report_id === null) return lines
  return (
    <RowLink id={report_id} to={paths.report(report_id, { list: search })} className={styles.link}>
      {lines}
    </RowLink>
  )
}

function Indexing({ page }: { page: PageRow }) {
  const { indexability: state, indexing_code: code, reason, status, url, redirects_to, redirect_statuses } = page
  if (page.gone_at !== null) {
    const day = formatShort(new Date(page.gone_at), new Date())
    return (
      <span className="faint" title={words.goneSince(day)}>
        {words.gone(day)}
      </span>
    )
  }
  if (state === null) return reason ?? <Unknown />
  const redirects =
    redirects_to && redirect_statuses ? { to: urlFrom(url, redirects_to), statuses: redirect_statuses } : null
  const summary = { state, check: null, deliberate: false, code, redirects }
  return <IndexingTag summary={summary} status={status} check={redirects ? null : reason} />
}
