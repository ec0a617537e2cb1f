import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { type Rating, ratingOf, ratingTable, roundScore } from '#contract/rating.ts'
import { type ReportRow, ratingOfReport } from '#contract/report-row.ts'
import { isVisitor } from '#web/data/session.ts'
import { paths } from '#web/app/paths.ts'
import { nameByNumber } from '#web/websites/use-website-name.ts'
import type { Features } from '#web/ui/table/features.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScoreBar } from '#web/ui/score-bar.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { listWords } from '#web/list/words.ts'
import { reportsWords } from './words.ts'
import { NotKnown } from '#web/list/not-known.tsx'
import { ReportMenuButton } from './report-menu-button.tsx'
import { ReportRowActionsContext } from './report-row-actions.ts'
import styles from './report-rows.module.css'
import { SelectBox, SelectPage } from '#web/list/select-box.tsx'
import { useIntent } from '#web/list/use-intent.ts'

const helper = createColumnHelper<Features, ReportRow>()
const { columns: names } = reportsWords

const select = helper.display({
  id: 'select',
  header: SelectPage,
  meta: { className: styles.select },
  cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={original.url} />,
})

const score = helper.accessor('score', {
  header: names.score,
  meta: { className: styles.score, sort: { by: 'score', first: 'asc' } },
  cell: ({ row }) => <Score {...row.original} />,
})

const rating = helper.accessor(ratingOfReport, {
  id: 'result',
  header: names.rating,
  meta: { className: styles.rating },
  cell: ({ getValue }) => <Rated rating={getValue()} />,
})

const url = helper.accessor('url', {
  header: names.url,
  meta: { className: styles.url, sort: { by: 'url', first: 'asc' } },
  cell: ({ row }) => <ReportLink report={row.original} />,
})

const website = helper.accessor('domain', {
  header: names.website,
  meta: { className: styles.website },
  cell: ({ row: { original } }) => <WebsiteLink {...original} />,
})

const created = helper.accessor('created_at', {
  header: names.created,
  meta: { className: styles.created, sort: { by: 'id', first: 'desc' } },
  cell: ({ getValue }) => <Created at={getValue()} />,
})

const actions = helper.display({
  id: 'actions',
  header: names.actions,
  meta: { className: styles.actions, hiddenHeading: true },
  cell: ({ row }) => <ReportMenuButton key={row.id} report={row.original} />,
})

const change = helper.accessor('previous_score', {
  header: names.change,
  meta: { className: styles.small, optional: true },
  cell: ({ row }) => <Change {...row.original} />,
})

const engine = helper.accessor('engine', { header: names.engine, meta: { className: styles.small, optional: true } })
const id = helper.accessor('id', { header: names.id, meta: { className: styles.small, optional: true } })

export const reportColumns = helper.columns([select, score, change, rating, url, website, created, engine, id, actions])

function Score({ score, result }: Pick<ReportRow, 'score' | 'result'>) {
  return score === null ? <NotKnown /> : <ScoreBar score={roundScore(score)} rating={result ?? ratingOf(score)} />
}

const Rated = ({ rating }: { rating: Rating | null }) =>
  rating === null ? <NotKnown /> : <RatingBadge rating={rating} label={ratingTable[rating].label} />

/** Since the report before; nothing where that is the first, or nobody knows. */
function Change({ score, previous_score }: ReportRow) {
  if (previous_score === null || score === null) return listWords.notKnown
  const by = roundScore(score) - roundScore(previous_score)
  return <span data-change={Math.sign(by)}>{by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '0'}</span>
}

function ReportLink({ report }: { report: ReportRow }) {
  const { search, prefetch } = useContext(ReportRowActionsContext)
  const intent = useIntent(() => prefetch(report))
  return (
    <div className={styles.page}>
      <a href={paths.report(report.id, { list: search })} className={styles.link} {...intent}>
        <UrlText url={report.url} />
      </a>
      {report.title && (
        <span className={styles.title} title={report.title}>
          {report.title}
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

const Created = ({ at }: { at: string | null }) => (at === null ? <NotKnown /> : <RelativeTime iso={at} />)
