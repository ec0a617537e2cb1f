import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { type Rating, ratingOf, ratings } from '#contract/reports/rating.ts'
import { privacyLabels, type AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor, useCanWrite } from '#web/data/reader.ts'
import { CreatedCell, NotKnown, RatedScore, RowLink } from '#web/list/cells.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { listWords } from '#web/list/words.ts'
import { privacyIcons } from '#web/privacy/privacy-link.tsx'
import { websitePath } from '#web/resources/websites.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Features } from '#web/ui/list-table.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { arcsOf, type RingSegment, type RingShape } from '#web/ui/score-ring.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { websitesWords as words } from './words.ts'
import ring from '#web/ui/score-ring.module.css'
import styles from './website-rows.module.css'

const DeleteWebsiteDialog = lazyPart(() =>
  import('./delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)

const helper = createColumnHelper<Features, AnyWebsite>()

export const websiteColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: { className: styles.select },
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={unicodeHost(original.domain)} />,
  }),
  helper.accessor('domain', {
    header: 'Domain',
    meta: { className: styles.domain, sort: { by: 'domain', first: 'asc' }, fixed: true },
    cell: ({ row }) => (
      <span className={`row ${styles.named}`}>
        {row.original.pages_count !== null && <RowRing website={row.original} />}
        <DomainLink website={row.original} />
      </span>
    ),
  }),
  helper.accessor('pages_avg_score', {
    header: 'Score',
    meta: { className: styles.score, sort: { by: 'pages_avg_score', first: 'asc' } },
    cell: ({ row }) => <PagesScore {...row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    header: 'Score',
    meta: { className: styles.score, sort: { by: 'reports_avg_score', first: 'asc' } },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    id: 'reports_average',
    header: words.averageOfAllReports,
    meta: { className: styles.score, sort: { by: 'reports_avg_score', first: 'asc' } },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  helper.accessor('reports_count', {
    header: 'Reports',
    meta: { className: styles.reports, sort: { by: 'reports_count', first: 'desc' } },
    cell: ({ getValue }) => <ReportsCount count={getValue()} />,
  }),
  helper.accessor('privacy', {
    header: 'Privacy',
    meta: { className: styles.privacy },
    cell: ({ getValue }) => <PrivacyLabel privacy={getValue()} />,
  }),
  helper.accessor('created_at', {
    header: listWords.created,
    meta: { className: styles.created, sort: { by: 'id', first: 'desc' } },
    cell: ({ getValue }) => <CreatedCell at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: listWords.actions,
    meta: { className: styles.actions, hiddenHeading: true },
    cell: ({ row }) => <WebsiteMenu key={row.id} website={row.original} />,
  }),
])

/**
 * Returns the columns that a list leaves out. The score of our own service is the average of the indexable pages; that
 * of other servers is the average of all reports, which our own shows only in the order by it.
 */
export function withoutScores(isOwn: boolean, sort: string): readonly string[] {
  if (!isOwn) return ofOwnService
  return sort === 'reports_avg_score' ? ofOtherServers : ofOneScore
}

// Constants, because a new array would be a new choice of columns.
const ofOwnService = ['pages_avg_score', 'reports_average']
const ofOtherServers = ['reports_avg_score']
const ofOneScore = ['reports_avg_score', 'reports_average']

function PagesScore({ pages_avg_score: score, reports_count }: Pick<AnyWebsite, 'pages_avg_score' | 'reports_count'>) {
  if (score !== null) return <RatedScore score={score} rating={ratingOf(score)} />
  return <span className="faint">{reports_count === 0 ? words.noReports : words.noIndexable}</span>
}

function DomainLink({ website }: { website: AnyWebsite }) {
  const { id, domain } = website
  const shown = unicodeHost(domain)
  if (isVisitor()) return <span title={shown}>{shown}</span>
  return (
    <>
      <RowLink id={id} to={websitePath(website)} className={styles.link} title={shown}>
        {shown}
      </RowLink>
      <BlockedPages {...website} />
    </>
  )
}

function AverageScore({
  reports_avg_score: score,
  reports_count,
}: Pick<AnyWebsite, 'reports_avg_score' | 'reports_count'>) {
  if (score !== null) return <RatedScore score={score} rating={ratingOf(score)} />
  return reports_count === 0 ? <span className="faint">{words.noReports}</span> : <NotKnown />
}

/** On a phone the number has no heading, so a word follows it. */
function ReportsCount({ count }: { count: number | null }) {
  if (count === null) return <NotKnown />
  return (
    <>
      <span className={styles.bare}>{grouped(count)}</span>
      <span className={styles.worded}>{words.reports(count)}</span>
    </>
  )
}

function PrivacyLabel({ privacy }: { privacy: AnyWebsite['privacy'] }) {
  if (privacy === null) return <NotKnown />
  return (
    <span className={styles.word}>
      <Icon name={privacyIcons[privacy]} />
      {privacyLabels[privacy]}
    </span>
  )
}

function WebsiteMenu({ website }: { website: AnyWebsite }) {
  const { moveFocus, showDialog } = useContext(ListActionsContext)
  const navigate = useNavigate()
  const canWrite = useCanWrite()
  const remove = () => {
    const close = () => showDialog(null)
    const onDeleted = () => {
      close()
      moveFocus([website.id])
    }
    showDialog(<DeleteWebsiteDialog website={website} onClose={close} onDeleted={onDeleted} />)
  }
  const writing: MenuItem[] = [
    { label: words.privacyAction, icon: 'lock', onSelect: () => navigate(paths.websitePrivacy(website.id)) },
    { label: words.remove, icon: 'trash', danger: true, onSelect: remove },
  ]
  return (
    <Menu
      size="s"
      label={words.menu(unicodeHost(website.domain))}
      items={[
        { label: words.open, icon: 'globe', onSelect: () => navigate(websitePath(website)) },
        ...(canWrite ? writing : []),
      ]}
    />
  )
}

const tones = { good: 'pass', decent: 'warn', bad: 'fail' } satisfies Record<Rating, RingSegment['tone']>

/** More segments would be indistinguishable at the height of a line. */
const maxSegments = 14

/** Thicker than the large ring, with wider gaps, so that its parts are distinct at the height of a line. */
const small: RingShape = {
  inner: 34,
  outer: { none: 46, pass: 54, warn: 63, fail: 73 },
  gap: { segment: 0.11, group: 0.26 },
}

type SmallRingProps = {
  /** The accessible name and tooltip of the ring. */
  label: string
  segments: readonly Pick<RingSegment, 'group' | 'tone'>[]
}

/** The pages of a website by their ratings, as a ring beside its domain. */
export function RowRing({ website: { pages_good, pages_decent, pages_bad } }: { website: AnyWebsite }) {
  if (pages_good === null || pages_decent === null || pages_bad === null) return null
  const segments = ratingSegments({ good: pages_good, decent: pages_decent, bad: pages_bad })
  return <SmallRing segments={segments} label={words.ring(pages_good, pages_decent, pages_bad)} />
}

/** One segment per page, or their shares of {@link maxSegments}; a rating with a page has at least one. */
export function ratingSegments(counts: Record<Rating, number>): Pick<RingSegment, 'group' | 'tone'>[] {
  const total = counts.good + counts.decent + counts.bad
  const shown = Math.min(total, maxSegments)
  return ratings.flatMap((rating) =>
    Array.from({ length: Math.ceil((counts[rating] * shown) / total || 0) }, () => ({
      group: rating,
      tone: tones[rating],
    })),
  )
}

/** The ring of a score at the height of a line, for lists. */
const SmallRing = ({ label, segments }: SmallRingProps) => (
  <span className={styles.small} role="img" aria-label={label} title={label}>
    <svg className={ring.ring} viewBox="-80 -80 160 160" aria-hidden="true">
      {arcsOf(segments, small).map(({ segment, path }) => (
        <path key={path} className={ring[segment.tone]} d={path} />
      ))}
    </svg>
  </span>
)

/** The number of a website's pages that Google can't index, as a link to them. Many are kept out on purpose. */
export function BlockedPages({ id, pages_blocked: pages }: Pick<AnyWebsite, 'id' | 'pages_blocked'>) {
  if (!pages || isVisitor()) return null
  return (
    <a href={paths.website(id, { latest: '1', indexability: 'blocked' })} className={styles.blocked}>
      {words.blocked(pages)}
    </a>
  )
}
