import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasScore, indexabilityOfRow } from '#contract/reports/indexability.ts'
import { ratingTable, roundScore } from '#contract/reports/rating.ts'
import { type AnyReportRow, ratingOfReport } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { isVisitor } from '#web/data/reader.ts'
import { absoluteUrl } from '#web/data/server.ts'
import {
  columnKinds,
  CreatedCell,
  IndexingTag,
  NoScore,
  NotKnown,
  PageLines,
  RatedScore,
  RowLink,
} from '#web/list/cells.tsx'
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
import { listWords, searchFigureWords } from '#web/list/words.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { nameByNumber } from '#web/resources/websites.tsx'
import { copyText, richLink } from '#web/ui/copy-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import type { Features } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { analyseUrl } from './create-report.ts'
import { reportMenuWords as menuWords, reportsWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const helper = createColumnHelper<Features, AnyReportRow>()

export const reportColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: columnKinds.select,
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={original.url} />,
  }),
  helper.accessor('score', {
    header: 'Score',
    meta: { ...columnKinds.score, sort: { by: 'score', direction: 'asc' } },
    cell: ({ row }) => <Score {...row.original} />,
  }),
  helper.accessor('previous_score', {
    header: 'Change',
    meta: { width: '5rem', narrow: '4.25rem', card: 'change', extension: true },
    cell: ({ row }) => <Change {...row.original} />,
  }),
  helper.accessor('url', {
    header: words.page,
    meta: {
      card: 'main',
      sort: { by: 'url', direction: 'asc' },
      part: { name: 'title', label: 'Title' },
    },
    cell: ({ row }) => <ReportLink {...row.original} />,
  }),
  helper.accessor('indexability', {
    header: words.indexing,
    meta: { ...columnKinds.indexing, extension: true },
    cell: ({ row }) => <Indexing {...row.original} />,
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
  helper.accessor('domain', {
    header: 'Website',
    meta: { width: '12rem', narrow: null, className: 'muted' },
    cell: ({ row: { original } }) => <WebsiteLink {...original} />,
  }),
  helper.accessor('created_at', {
    header: words.analysed,
    meta: { ...columnKinds.created, sort: { by: 'id', direction: 'desc' } },
    cell: ({ getValue }) => <CreatedCell at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: listWords.actions,
    meta: columnKinds.actions,
    cell: ({ row }) => <ReportMenu key={row.id} report={row.original} />,
  }),
])

/** A redirect, an error or a page that isn’t indexed as such has no rating, and in lists of pages no score either. */
function Score({ score, result, indexability, status }: AnyReportRow) {
  const rating = ratingOfReport({ score, result })
  if (!hasScore({ indexability, status }))
    return (
      <span className="faint" title={words.noScore}>
        {score === null ? <NoScore label={words.noScore} /> : roundScore(score)}
      </span>
    )
  if (rating === null) return <NotKnown />
  return score === null ? (
    <RatingBadge rating={rating} label={ratingTable[rating].label} />
  ) : (
    <RatedScore score={score} rating={rating} />
  )
}

/** The difference to the previous report of the URL. Only a change is worth a look; the rest is for screen readers. */
function Change({ score, previous_score }: AnyReportRow) {
  if (previous_score === null || score === null) return null
  const by = roundScore(score) - roundScore(previous_score)
  return (
    <span data-change={Math.sign(by)}>
      {by !== 0 && <span aria-hidden="true">{`${by > 0 ? '▲' : '▼'} ${Math.abs(by)}`}</span>}
      <span className="hidden-visually">{words.changedBy(by)}</span>
    </span>
  )
}

function ReportLink({ id, ...page }: AnyReportRow) {
  const { search } = useContext(ListActionsContext)
  return (
    <RowLink id={id} to={paths.report(id, { list: search })} className={styles.link}>
      <PageLines {...page} />
    </RowLink>
  )
}

/** What keeps Google from indexing the page as it is, with the check behind it. */
function Indexing(row: AnyReportRow) {
  const summary = indexabilityOfRow(row)
  // The text says already that scripts add the content or names the other URL, as the check's name would.
  const isWhole = summary && (summary.state === 'unclear' || summary.code === 'canonical_ignored' || summary.instead)
  return <IndexingTag summary={summary} status={row.status} check={isWhole ? null : row.main_issue_name} />
}

/** Leads to the latest reports, if the server tells them from others. */
function WebsiteLink({ website_id, domain, latest }: AnyReportRow) {
  if (website_id === null) return domain === null ? <NotKnown /> : unicodeHost(domain)
  const shown = domain === null ? nameByNumber(website_id) : unicodeHost(domain)
  return isVisitor() ? (
    shown
  ) : (
    <a
      href={listLinks.website(website_id, latest === null ? {} : { latest: '1' })}
      className={styles.inline}
      title={shown}
    >
      {shown}
    </a>
  )
}

/** The menu of a report in a list. */
export function ReportMenu({ report }: { report: AnyReportRow }) {
  const { search, moveFocus, showDialog } = useContext(ListActionsContext)
  const navigate = useNavigate()
  const canWrite = useCanEdit(report.website_id)

  const link = absoluteUrl(paths.report(report.id))
  const open = (id: number) => navigate(paths.report(id, { list: search }))
  const copy = async (text: string, done: string, html?: string) => {
    await copyText(text, html)
    showToast({ text: done })
  }
  const runAgain = async () => {
    const close = showToast({ text: menuWords.running(report.url) })
    try {
      const { id, url, score } = await analyseUrl(report.url)
      const action = { label: menuWords.openRan, onSelect: () => open(id) }
      showToast({ text: menuWords.ran(url, score), tone: 'good', action })
    } catch (thrown) {
      const error = asApiError(thrown)
      if (!error.unsure) showToast({ text: errorSentence(error), tone: 'bad' })
    } finally {
      close()
    }
  }
  const remove = () =>
    import('./delete-reports.tsx').then(
      ({ deleteReports }) => deleteReports([report], { showDialog, onDeleted: moveFocus }),
      () => void showToast({ text: errorSentence(new ApiError('network')), tone: 'bad' }),
    )
  const linkHtml = richLink(link, menuWords.linkName(report.url, report.score))
  const reading: MenuItem[] = [
    { label: menuWords.copyUrl, icon: 'copy', onSelect: () => void copy(report.url, menuWords.urlCopied) },
    { label: menuWords.copyReportLink, icon: 'copy', onSelect: () => void copy(link, menuWords.linkCopied, linkHtml) },
  ]
  const items: MenuItem[] = canWrite
    ? [
        { label: menuWords.again, icon: 'again', onSelect: () => void runAgain() },
        ...reading,
        { label: menuWords.remove, icon: 'trash', danger: true, onSelect: () => void remove() },
      ]
    : reading
  return (
    <Menu
      size="s"
      label={words.menu(report.url)}
      items={[{ label: menuWords.open, icon: 'page', onSelect: () => void open(report.id) }, ...items]}
    />
  )
}
