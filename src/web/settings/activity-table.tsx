import { Link } from 'react-router-dom'
import type { AnyAuditRow } from '#contract/access/audit.ts'
import { weekdays } from '#contract/jobs/schedules.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { capitalised } from '#web/list/words.ts'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { formatAbsolute } from '#web/ui/time.tsx'
import { RestoreButton } from './restore-button.tsx'
import { actionWords, activityWords as words, roleWords } from './words.ts'
import styles from './activity-page.module.css'

type ActivityTableProps = {
  events: AnyAuditRow[]
  /** Puts pages that someone analysed one after another, such as a selection run again, in one row. */
  groupsPages: boolean
}

/** One row per audit event. The item is a link if it may still exist. */
export function ActivityTable({ events, groupsPages }: ActivityTableProps) {
  return (
    <Table
      className={styles.table}
      caption={words.title}
      columns={columns}
      rows={groupsPages ? groupPages(events) : events.map((event): Group => [event])}
      keyOf={([event]) => event.id}
    />
  )
}

type Group = readonly [AnyAuditRow, ...AnyAuditRow[]]

const { at, actor, action, object } = words.columns

const columns: Columns<Group> = [
  column(at, ([event]) => <time dateTime={event.at}>{formatAbsolute(new Date(event.at))}</time>, {
    width: '11rem',
    card: 'bare',
    className: `muted no-wrap ${styles.at}`,
  }),
  column(actor, ([event]) => <Actor event={event} />, { width: '20%', card: 'bare line' }),
  column(action, (group) => (group.length > 1 ? words.analysedPages(group.length) : actionName(group[0].action)), {
    width: '16rem',
    card: 'bare',
    className: styles.action,
  }),
  column(object, (group) => <Items group={group} />, { card: 'bare', className: styles.item }),
]

function Items({ group }: { group: Group }) {
  const [event] = group
  return (
    <>
      <div className="cluster">
        <div>{group.length > 1 ? <Pages events={group} /> : <Item event={event} />}</div>
        <RestoreButton event={event} />
      </div>
      {event.detail && <span className="muted small block">{detailText(event)}</span>}
    </>
  )
}

/** Groups neighbouring events of analysed pages by the same key. Every other event is a group of its own. */
export function groupPages(events: readonly AnyAuditRow[]): Group[] {
  const groups: [AnyAuditRow, ...AnyAuditRow[]][] = []
  for (const event of events) {
    const last = groups.at(-1)
    const continues =
      event.action === 'report_created' && last?.[0].action === event.action && last[0].actor.id === event.actor.id
    if (continues) last.push(event)
    else groups.push([event])
  }
  return groups
}

/** A person's name. The ID of their key is its tooltip, because names can be the same. */
function Actor({ event: { actor } }: { event: AnyAuditRow }) {
  if (actor.kind === 'person') return actor.name
  if (actor.kind !== 'key') return words[actor.kind]
  if (actor.name === null) return words.unknownKey(actor.id ?? '')
  return <span title={words.unknownKey(actor.id ?? '')}>{actor.name}</span>
}

/** The pages of a group, once they are opened. */
const Pages = ({ events }: { events: Group }) => (
  <details className={styles.pages}>
    <summary>{words.pages(events.length)}</summary>
    <ul>
      {events.map((event) => (
        <li key={event.id}>
          <Item event={event} />
        </li>
      ))}
    </ul>
  </details>
)

/** Returns the action itself if it is unknown, because a newer server can log more actions. */
const actionName = (action: string) => (actionWords as Record<string, string>)[action] ?? action

function Item({ event: { action, object } }: { event: AnyAuditRow }) {
  if (!object) return null
  const name =
    object.kind === 'reports' ? words.reports(Number(object.id)) : (object.name ?? `${object.kind} ${object.id}`)
  const to = action.endsWith('deleted') ? null : itemPath(object)
  return to ? <Link to={to}>{name}</Link> : <span>{name}</span>
}

function itemPath({ kind, id }: NonNullable<AnyAuditRow['object']>): string | null {
  if (kind === 'report') return paths.report(Number(id))
  if (kind === 'website') return paths.websiteIssues(Number(id))
  if (kind === 'view') return paths.views()
  if (kind === 'key') return paths.keys()
  return kind === 'link' ? paths.links() : null
}

/** Actions whose details are words. Other details can begin with a URL, a name or the ID of a check. */
const inWords = /^(alert_rule_|job_|key_renamed|schedule_|website_|view_)/

/**
 * Returns the details of an event as they are shown. Those of a key begin with its role, those of alerts with the names
 * of their conditions up to a semicolon.
 */
export function detailText({
  action,
  object,
  detail,
}: Pick<AnyAuditRow, 'action' | 'object' | 'detail'>): string | null {
  if (!detail) return null
  if (object?.kind === 'key' && action !== 'key_renamed')
    return detail.replace(/^(full|read)\b/, (role) => roleWords[role as KeyRole])
  if (!inWords.test(action)) return detail
  if (action.startsWith('alert_rule_'))
    return capitalised(detail.replace(/^[^;]+/, (conditions) => conditions.replaceAll('_', ' ')))
  const weekday = action.startsWith('schedule_') && weekdays.find((day) => detail.includes(` on ${day} `))
  return capitalised(weekday ? detail.replace(weekday, capitalised) : detail)
}
