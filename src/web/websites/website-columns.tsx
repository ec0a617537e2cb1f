import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { privacyLabels, type AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor, useCanWrite } from '#web/data/reader.ts'
import { columnKinds, CreatedCell, NotKnown, RatedScore, RowLink } from '#web/list/cells.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { listWords } from '#web/list/words.ts'
import { privacyIcons } from '#web/privacy/privacy-link.tsx'
import { websitePath } from '#web/resources/websites.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import type { Features } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { websitesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const DeleteWebsiteDialog = lazyPart(() =>
  import('./delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)

const helper = createColumnHelper<Features, AnyWebsite>()

export const websiteColumns = helper.columns([
  helper.display({
    id: 'select',
    header: SelectPage,
    meta: columnKinds.select,
    cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={unicodeHost(original.domain)} />,
  }),
  helper.accessor('pages_avg_score', {
    header: 'Score',
    meta: { ...columnKinds.score, sort: { by: 'pages_avg_score', direction: 'asc' } },
    cell: ({ row }) => <PagesScore {...row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    header: 'Score',
    meta: { ...columnKinds.score, sort: { by: 'reports_avg_score', direction: 'asc' } },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  helper.accessor('reports_avg_score', {
    id: 'reports_average',
    header: words.averageOfAllReports,
    meta: { width: '12rem', narrow: null, sort: { by: 'reports_avg_score', direction: 'asc' } },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  helper.accessor('domain', {
    header: 'Domain',
    meta: { card: 'main', sort: { by: 'domain', direction: 'asc' }, fixed: true },
    cell: ({ row }) => <DomainLink website={row.original} />,
  }),
  helper.accessor('pages_blocked', {
    header: words.notIndexable,
    meta: { width: '7.75rem', narrow: '6rem', card: 'state', extension: true },
    cell: ({ row }) => <BlockedPages {...row.original} />,
  }),
  helper.accessor('reports_count', {
    header: 'Reports',
    meta: { ...columnKinds.number, sort: { by: 'reports_count', direction: 'desc' } },
    cell: ({ getValue }) => <ReportsCount count={getValue()} />,
  }),
  helper.accessor('privacy', {
    header: 'Privacy',
    meta: { width: '8rem', narrow: '6rem', card: 'second', className: 'muted' },
    cell: ({ getValue }) => <PrivacyLabel privacy={getValue()} />,
  }),
  helper.accessor('created_at', {
    header: listWords.created,
    meta: { ...columnKinds.created, sort: { by: 'id', direction: 'desc' } },
    cell: ({ getValue }) => <CreatedCell at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: listWords.actions,
    meta: columnKinds.actions,
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
  if (isVisitor()) {
    return (
      <span className={styles.name} title={shown}>
        {shown}
      </span>
    )
  }
  return (
    <RowLink id={id} to={websitePath(website)} className={styles.name} title={shown}>
      {shown}
    </RowLink>
  )
}

function AverageScore({
  reports_avg_score: score,
  reports_count,
}: Pick<AnyWebsite, 'reports_avg_score' | 'reports_count'>) {
  if (score !== null) return <RatedScore score={score} rating={ratingOf(score)} />
  return reports_count === 0 ? <span className="faint">{words.noReports}</span> : <NotKnown />
}

const ReportsCount = ({ count }: { count: number | null }) => (count === null ? <NotKnown /> : grouped(count))

function PrivacyLabel({ privacy }: { privacy: AnyWebsite['privacy'] }) {
  if (privacy === null) return <NotKnown />
  return (
    <span className={`row inline ${styles.word}`}>
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

/** The number of a website's pages that Google can't index, as a link to them. Many are kept out on purpose. */
function BlockedPages({ id, pages_blocked: pages }: Pick<AnyWebsite, 'id' | 'pages_blocked'>) {
  if (!pages || isVisitor()) return null
  return (
    <a
      href={paths.website(id, { latest: '1', indexability: 'blocked' })}
      className={styles.inline}
      title={words.blocked(pages)}
    >
      <span aria-hidden="true">
        {grouped(pages)}
        <span className={styles.unit}> {words.notIndexableUnit}</span>
      </span>
      <span className="hidden-visually">{words.blocked(pages)}</span>
    </a>
  )
}
