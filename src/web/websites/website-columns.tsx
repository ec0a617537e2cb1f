import { createColumnHelper } from '@tanstack/react-table'
import { useContext } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { privacyLabels, type AnyWebsiteRow } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { columnKinds, CreatedCell, NotKnown, RatedScore, RowLink } from '#web/list/cells.tsx'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { SelectBox, SelectPage } from '#web/list/selection.tsx'
import { listWords } from '#web/list/words.ts'
import { privacyIcons } from '#web/privacy/privacy-link.tsx'
import { useClientName } from '#web/resources/clients.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { websitePath } from '#web/resources/websites.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import type { Columns, Features } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { BlockedPages, LastRun, NextRun, Pages, ScoreChange, Trend } from './website-cells.tsx'
import { websitesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const DeleteWebsiteDialog = lazyPart(() =>
  import('./delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)

const helper = createColumnHelper<Features, AnyWebsiteRow>()

const select = helper.display({
  id: 'select',
  header: SelectPage,
  meta: columnKinds.select,
  cell: ({ row: { original } }) => <SelectBox key={original.id} row={original} name={unicodeHost(original.domain)} />,
})
const actions = helper.display({
  id: 'actions',
  header: listWords.actions,
  meta: columnKinds.actions,
  cell: ({ row }) => <WebsiteMenu key={row.id} website={row.original} />,
})
const website = helper.accessor('domain', {
  header: words.website,
  meta: { card: 'main', sort: { by: 'domain', direction: 'asc' }, fixed: true },
  cell: ({ row }) => <DomainLink website={row.original} />,
})
const score = helper.accessor('pages_avg_score', {
  header: 'Score',
  meta: { ...columnKinds.score, sort: { by: 'pages_avg_score', direction: 'asc' } },
  cell: ({ row }) => <PagesScore {...row.original} />,
})
const { number } = columnKinds

/** What one compares websites by: the columns of the overview, and of the list at first. */
export const websiteFigureColumns: Columns<AnyWebsiteRow> = helper.columns([
  website,
  score,
  helper.accessor('score_change', {
    header: words.change,
    meta: { ...number, width: '5rem', narrow: '4.5rem', card: 'change', title: words.changeHint },
    cell: ({ getValue }) => <ScoreChange by={getValue()} />,
  }),
  helper.accessor('trend', {
    header: words.trend,
    meta: { width: '8rem', narrow: '7.5rem', title: words.trendHint },
    cell: ({ row }) => <Trend {...row.original} />,
  }),
  helper.accessor('not_indexable', {
    header: words.notIndexable,
    meta: { ...number, width: '7.75rem', narrow: '7rem', card: 'state' },
    cell: ({ row }) => <BlockedPages {...row.original} />,
  }),
  helper.accessor('pages_count', {
    header: words.pages,
    meta: { ...number, width: '6.5rem' },
    cell: ({ row }) => <Pages {...row.original} />,
  }),
  helper.accessor('last_run_at', {
    header: words.lastRun,
    meta: { width: '8rem', narrow: null, className: 'muted' },
    cell: ({ getValue }) => <LastRun at={getValue()} />,
  }),
  helper.accessor('next_run_at', {
    header: words.nextRun,
    meta: { width: '8rem', narrow: null, className: 'muted' },
    cell: ({ getValue }) => <NextRun at={getValue()} />,
  }),
])

const average = { sort: { by: 'reports_avg_score', direction: 'asc' } } as const

/** Columns that every server has. */
const specified = (optional: { optional?: true }): Columns<AnyWebsiteRow> =>
  helper.columns([
    helper.accessor('reports_count', {
      header: 'Reports',
      meta: { ...number, sort: { by: 'reports_count', direction: 'desc' }, ...optional },
      cell: ({ getValue }) => <ReportsCount count={getValue()} />,
    }),
    helper.accessor('privacy', {
      header: 'Privacy',
      meta: { width: '8rem', narrow: '6rem', card: 'second', className: 'muted', ...optional },
      cell: ({ getValue }) => <PrivacyLabel privacy={getValue()} />,
    }),
    helper.accessor('created_at', {
      header: listWords.created,
      meta: { ...columnKinds.created, sort: { by: 'id', direction: 'desc' }, ...optional },
      cell: ({ getValue }) => <CreatedCell at={getValue()} />,
    }),
  ])

/** The list of our own service. In the order by the average of all reports, it shows that too. */
export const websiteColumns: Columns<AnyWebsiteRow> = helper.columns([
  select,
  ...websiteFigureColumns,
  helper.accessor('client_id', {
    header: words.client,
    meta: { width: '9rem', narrow: null },
    cell: ({ getValue }) => <ClientName key={getValue()} id={getValue()} />,
  }),
  helper.accessor('reports_avg_score', {
    header: words.averageOfAllReports,
    meta: { width: '12rem', narrow: null, ...average },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  ...specified({ optional: true }),
  actions,
])

/** The list of another server: the score is the average of all reports. */
export const specifiedColumns: Columns<AnyWebsiteRow> = helper.columns([
  select,
  website,
  helper.accessor('reports_avg_score', {
    header: 'Score',
    meta: { ...columnKinds.score, ...average },
    cell: ({ row }) => <AverageScore {...row.original} />,
  }),
  ...specified({}),
  actions,
])

/** The list of visitors, who don't get the figures. */
export const visitorColumns: Columns<AnyWebsiteRow> = helper.columns([website, score, ...specified({})])

function ClientName({ id }: { id: number | null }) {
  const name = useClientName(id)
  return (
    id !== null &&
    name !== null && (
      <Link to={paths.client(id)} className="target cut">
        {name}
      </Link>
    )
  )
}

function PagesScore({
  pages_avg_score: score,
  reports_count,
}: Pick<AnyWebsiteRow, 'pages_avg_score' | 'reports_count'>) {
  if (score !== null) return <RatedScore score={score} rating={ratingOf(score)} />
  const reason = reports_count === 0 ? words.noReports : words.noIndexable
  return (
    <span className="faint" title={reason}>
      <span aria-hidden="true">{listWords.notKnown}</span>
      <span className="hidden-visually">{reason}</span>
    </span>
  )
}

function DomainLink({ website }: { website: AnyWebsiteRow }) {
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
}: Pick<AnyWebsiteRow, 'reports_avg_score' | 'reports_count'>) {
  if (score !== null) return <RatedScore score={score} rating={ratingOf(score)} />
  return reports_count === 0 ? <span className="faint">{words.noReports}</span> : <NotKnown />
}

const ReportsCount = ({ count }: { count: number | null }) => (count === null ? <NotKnown /> : grouped(count))

function PrivacyLabel({ privacy }: { privacy: AnyWebsiteRow['privacy'] }) {
  if (privacy === null) return <NotKnown />
  return (
    <span className={`row inline ${styles.word}`}>
      <Icon name={privacyIcons[privacy]} />
      {privacyLabels[privacy]}
    </span>
  )
}

function WebsiteMenu({ website }: { website: AnyWebsiteRow }) {
  const { moveFocus, showDialog } = useContext(ListActionsContext)
  const navigate = useNavigate()
  const canWrite = useCanEdit(website.id, website.client_id)
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
