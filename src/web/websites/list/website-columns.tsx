import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { ratingOf, ratingTable, roundScore } from '#contract/rating.ts'
import { privacies, privacyLabels, type Website } from '#contract/website.ts'
import { isVisitor } from '#web/data/session.ts'
import { NotKnown } from '#web/list/not-known.tsx'
import { useIntent } from '#web/list/use-intent.ts'
import { SelectBox, SelectPage } from '#web/list/select-box.tsx'
import { paths } from '#web/app/paths.ts'
import type { Features } from '#web/ui/table/features.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScoreBar } from '#web/ui/score-bar.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { count } from '#web/list/words.ts'
import { websitesWords } from '../words.ts'
import { WebsiteMenu } from './website-menu.tsx'
import { WebsiteRowActionsContext } from './website-row-actions.ts'
import styles from './website-rows.module.css'

const helper = createColumnHelper<Features, Website>()
const { columns: names } = websitesWords

export const websiteColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: { className: styles.select },
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={unicodeHost(original.domain)} />,
  }),
  helper.accessor('domain', {
    header: names.domain,
    meta: { className: styles.domain, sort: { by: 'domain', first: 'asc' } },
    cell: ({ row }) => <DomainLink website={row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    header: names.score,
    meta: { className: styles.score, sort: { by: 'reports_avg_score', first: 'asc' } },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    id: 'rating',
    header: names.rating,
    meta: { className: styles.rating },
    cell: ({ getValue }) => <AverageRating score={getValue()} />,
  }),
  helper.accessor('reports_count', {
    header: names.reports,
    meta: { className: styles.reports, sort: { by: 'reports_count', first: 'desc' } },
    cell: ({ getValue }) => <ReportsCount many={getValue()} />,
  }),
  helper.accessor('privacy', {
    header: names.privacy,
    meta: { className: styles.privacy },
    cell: ({ getValue }) => <PrivacyWord privacy={getValue()} />,
  }),
  helper.accessor('created_at', {
    header: names.created,
    meta: { className: styles.created, sort: { by: 'id', first: 'desc' } },
    cell: ({ getValue }) => <Created at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: names.actions,
    meta: { className: styles.actions, hiddenHeading: true },
    cell: ({ row }) => <WebsiteMenu key={row.id} website={row.original} />,
  }),
])

function DomainLink({ website }: { website: Website }) {
  const { prefetch } = useContext(WebsiteRowActionsContext)
  const intent = useIntent(() => prefetch(website))
  const shown = unicodeHost(website.domain)
  if (isVisitor()) return <span title={shown}>{shown}</span>
  return (
    <a href={paths.website(website.id)} className={styles.link} title={shown} {...intent}>
      {shown}
    </a>
  )
}

function AverageScore({
  reports_avg_score: score,
  reports_count,
}: Pick<Website, 'reports_avg_score' | 'reports_count'>) {
  if (score !== null) return <ScoreBar score={roundScore(score)} rating={ratingOf(score)} />
  return reports_count === 0 ? <span className={styles.none}>{websitesWords.noReports}</span> : <NotKnown />
}

function AverageRating({ score }: { score: number | null }) {
  if (score === null) return null
  const rating = ratingOf(score)
  return <RatingBadge rating={rating} label={ratingTable[rating].label} />
}

/** The word after the number is for phones, where no heading stands over it. */
function ReportsCount({ many }: { many: number | null }) {
  if (many === null) return <NotKnown />
  return (
    <>
      <span className={styles.bare}>{count(many)}</span>
      <span className={styles.worded}>{websitesWords.reports(many)}</span>
    </>
  )
}

function PrivacyWord({ privacy }: { privacy: Website['privacy'] }) {
  if (privacy === null) return <NotKnown />
  const icon = privacy === privacies.public ? 'globe' : privacy === privacies.password ? 'key' : 'lock'
  return (
    <span className={styles.word}>
      <Icon name={icon} />
      {privacyLabels[privacy]}
    </span>
  )
}

const Created = ({ at }: { at: string | null }) => (at === null ? <NotKnown /> : <RelativeTime iso={at} />)
