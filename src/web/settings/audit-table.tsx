import { Link } from 'react-router-dom'
import type { AuditRow } from '#contract/audit.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { formatAbsolute } from '#web/ui/time.ts'
import { auditActionWords, auditWords as words } from './activity-words.ts'
import { keysWords } from './key-words.ts'
import styles from './activity.module.css'

/** A row a deed; what still may be there is a link. */
export function AuditTable({ rows }: { rows: AuditRow[] }) {
  return (
    <table className={styles.table}>
      <caption className="hidden-visually">{words.title}</caption>
      <thead>
        <tr>
          {Object.entries(words.heads).map(([name, head]) => (
            <th key={name} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={styles.at}>
              <time dateTime={row.at}>{formatAbsolute(new Date(row.at))}</time>
            </td>
            <td className={styles.actor}>{actorOf(row)}</td>
            <td>{actionOf(row.action)}</td>
            <td className={styles.object}>
              <Which row={row} />
              {row.detail && <span className={styles.detail}>{detailOf(row)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const actorOf = ({ actor }: AuditRow) =>
  actor.kind === 'key' ? (actor.name ?? words.someKey(actor.id ?? '')) : words[actor.kind]

/** A newer server may note what this dashboard has no words for. */
const actionOf = (action: string) => (auditActionWords as Record<string, string>)[action] ?? action

/** What a key may do is said as it is said of the keys themselves. */
const detailOf = ({ object, detail }: AuditRow) =>
  object?.kind === 'key' ? detail?.replace(/^(full|read)\b/, (role) => keysWords.roles[role as KeyRole]) : detail

function Which({ row: { action, object } }: { row: AuditRow }) {
  if (!object) return null
  const name =
    object.kind === 'reports' ? words.reports(Number(object.id)) : (object.name ?? `${object.kind} ${object.id}`)
  const to = action.endsWith('deleted') ? null : addressOf(object)
  return to ? <Link to={to}>{name}</Link> : <span>{name}</span>
}

function addressOf({ kind, id }: NonNullable<AuditRow['object']>): string | null {
  if (kind === 'report') return paths.report(Number(id))
  if (kind === 'website') return paths.website(Number(id))
  if (kind === 'view') return paths.views()
  if (kind === 'key') return paths.keys()
  return kind === 'link' ? paths.links() : null
}
