import { createColumnHelper } from '@tanstack/react-table'
import { Suspense, useContext, useState } from 'react'
import { ratingOf, ratingTable, roundScore } from '#contract/rating.ts'
import { type ReportRow, ratingOfReport } from '#contract/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/session.ts'
import { CreatedCell, NotKnown, RatingCell, RowLink } from '#web/list/cells.tsx'
import type { ColumnChoice, ExportColumns } from '#web/list/resource.ts'
import { ListActionsContext } from '#web/list/resource-list.tsx'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { listWords } from '#web/list/words.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ScoreBar } from '#web/ui/score-bar.tsx'
import type { Features } from '#web/ui/table-features.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { nameByNumber } from '#web/websites/use-website-name.ts'
import styles from './report-rows.module.css'
import { reportsWords as words } from './words.ts'

const loadMenu = () => import('./report-menu.tsx')
const ReportMenu = lazyPart(() => loadMenu().then((file) => file.ReportMenu))

const helper = createColumnHelper<Features, ReportRow>()
const { columns: names, exported } = words

export const reportColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: { className: styles.select },
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={original.url} />,
  }),
  helper.accessor('score', {
    header: names.score,
    meta: { className: styles.score, sort: { by: 'score', first: 'asc' } },
    cell: ({ row }) => <Score {...row.original} />,
  }),
  helper.accessor('previous_score', {
    header: names.change,
    meta: { className: styles.small, optional: true },
    cell: ({ row }) => <Change {...row.original} />,
  }),
  helper.accessor(ratingOfReport, {
    id: 'result',
    header: names.rating,
    meta: { className: styles.rating },
    cell: ({ getValue }) => (getValue() === null ? <NotKnown /> : <RatingCell rating={getValue()!} />),
  }),
  helper.accessor('url', {
    header: names.url,
    meta: { className: styles.url, sort: { by: 'url', first: 'asc' } },
    cell: ({ row }) => <ReportLink report={row.original} />,
  }),
  helper.accessor('domain', {
    header: names.website,
    meta: { className: styles.website },
    cell: ({ row: { original } }) => <WebsiteLink {...original} />,
  }),
  helper.accessor('created_at', {
    header: names.created,
    meta: { className: styles.created, sort: { by: 'id', first: 'desc' } },
    cell: ({ getValue }) => <CreatedCell at={getValue()} />,
  }),
  helper.accessor('engine', { header: names.engine, meta: { className: styles.small, optional: true } }),
  helper.accessor('id', { header: names.id, meta: { className: styles.small, optional: true } }),
  helper.display({
    id: 'actions',
    header: names.actions,
    meta: { className: styles.actions, hiddenHeading: true },
    cell: ({ row }) => <MenuButton key={row.id} report={row.original} />,
  }),
])

/**
 * The title has no column of its own: it stands below the URL. Fields that the server does not send are not offered.
 */
export function reportColumnChoices(rows: readonly ReportRow[]): ColumnChoice[] {
  const sends = (field: 'title' | 'previous_score' | 'engine') => rows.some((row) => row[field] !== null)
  return [
    { name: 'score', label: names.score },
    ...(sends('previous_score') ? [{ name: 'previous_score', label: names.change, optional: true as const }] : []),
    { name: 'result', label: names.rating },
    ...(sends('title') ? [{ name: 'title', label: names.title }] : []),
    { name: 'domain', label: names.website },
    { name: 'created_at', label: names.created },
    ...(sends('engine') ? [{ name: 'engine', label: names.engine, optional: true as const }] : []),
    { name: 'id', label: names.id, optional: true },
  ]
}

export const reportExportColumns: ExportColumns<ReportRow> = [
  [exported.id, ({ id }) => id],
  [exported.url, ({ url }) => url],
  [exported.website, ({ domain }) => domain],
  [exported.title, ({ title }) => title],
  [exported.score, ({ score }) => score],
  [
    exported.rating,
    (report) => {
      const rating = ratingOfReport(report)
      return rating && ratingTable[rating].label
    },
  ],
  [exported.previous, ({ previous_score }) => previous_score],
  [exported.created, ({ created_at }) => created_at],
]

function Score({ score, result }: Pick<ReportRow, 'score' | 'result'>) {
  return score === null ? <NotKnown /> : <ScoreBar score={roundScore(score)} rating={result ?? ratingOf(score)} />
}

/** The difference to the previous report of the URL. */
function Change({ score, previous_score }: ReportRow) {
  if (previous_score === null || score === null) return listWords.notKnown
  const by = roundScore(score) - roundScore(previous_score)
  return <span data-change={Math.sign(by)}>{by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '0'}</span>
}

function ReportLink({ report: { id, url, title } }: { report: ReportRow }) {
  const { search } = useContext(ListActionsContext)
  return (
    <div className={styles.page}>
      <RowLink id={id} to={paths.report(id, { list: search })} className={styles.link}>
        <UrlText url={url} />
      </RowLink>
      {title && (
        <span className={styles.title} title={title}>
          {title}
        </span>
      )}
    </div>
  )
}

function WebsiteLink({ website_id, domain }: Pick<ReportRow, 'website_id' | 'domain'>) {
  if (website_id === null) return domain === null ? <NotKnown /> : unicodeHost(domain)
  const shown = domain === null ? nameByNumber(website_id) : unicodeHost(domain)
  return isVisitor() ? (
    shown
  ) : (
    <a href={paths.website(website_id)} className={styles.domain} title={shown}>
      {shown}
    </a>
  )
}

/** Opens the menu of a report, which is loaded when the user seems about to open it. */
function MenuButton({ report }: { report: ReportRow }) {
  const [open, setOpen] = useState(false)
  const preload = () => void loadMenu().catch(() => {})
  const button = (
    <Button
      variant="plain"
      size="s"
      iconOnly
      icon="more"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpen(true)}
    >
      {words.menu(report.url)}
    </Button>
  )
  return open ? (
    <Suspense fallback={button}>
      <ReportMenu report={report} />
    </Suspense>
  ) : (
    button
  )
}
