import { createColumnHelper } from '@tanstack/react-table'
import { useContext, useState } from 'react'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { CreatedCell, NotKnown, RatedScore, RowLink } from '#web/list/cells.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { listWords } from '#web/list/words.ts'
import { nameByNumber } from '#web/resources/use-website-name.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Features } from '#web/ui/list-table.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { reportsWords as words } from './words.ts'
import styles from './report-rows.module.css'

const loadParts = () => import('./row-parts.tsx')
const ReportMenu = lazyPart(() => loadParts().then((file) => file.ReportMenu), { placeholder: MenuButton })
const IndexabilityNote = lazyPart(() => loadParts().then((file) => file.IndexabilityNote))

const helper = createColumnHelper<Features, ReportRow>()
const { columns: names } = words

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
    meta: { className: styles.change, extension: true },
    cell: ({ row }) => <Change {...row.original} />,
  }),
  helper.accessor('url', {
    header: names.url,
    meta: {
      className: styles.url,
      sort: { by: 'url', first: 'asc' },
      part: { name: 'title', label: names.title },
    },
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
    cell: ({ row }) => <RowMenu key={row.id} report={row.original} />,
  }),
])

function Score({ score, result }: Pick<ReportRow, 'score' | 'result'>) {
  if (score !== null) return <RatedScore score={score} rating={result ?? ratingOf(score)} />
  return result ? <RatingBadge rating={result} label={ratingTable[result].label} /> : <NotKnown />
}

/** The difference to the previous report of the URL. */
function Change({ score, previous_score }: ReportRow) {
  if (previous_score === null || score === null) return listWords.notKnown
  const by = roundScore(score) - roundScore(previous_score)
  return (
    <span data-change={Math.sign(by)}>
      <span aria-hidden="true">{by === 0 ? '–' : `${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`}</span>
      <span className="hidden-visually">{words.changedBy(by)}</span>
    </span>
  )
}

function ReportLink({ report }: { report: ReportRow }) {
  const { id, url, title } = report
  const { search } = useContext(ListActionsContext)
  return (
    <div className={styles.page}>
      <RowLink id={id} to={paths.report(id, { list: search })} className={styles.link}>
        {title && (
          <span className={styles.title} title={title}>
            {title}
          </span>
        )}
        <UrlText url={url} />
      </RowLink>
      <IndexabilityNote {...report} />
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

function RowMenu({ report }: { report: ReportRow }) {
  const [open, setOpen] = useState(false)
  return open ? <ReportMenu report={report} /> : <MenuButton report={report} onOpen={() => setOpen(true)} />
}

/** Opens the menu of a report, which is loaded when the user seems about to open it. */
function MenuButton({ report, onOpen }: { report: ReportRow; onOpen?: () => void }) {
  const preload = () => void loadParts().catch(() => {})
  return (
    <Button
      variant="plain"
      size="s"
      iconOnly
      icon="more"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      {words.menu(report.url)}
    </Button>
  )
}
