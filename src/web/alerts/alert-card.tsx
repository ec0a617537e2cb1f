import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Alert, AlertChange } from '#contract/jobs/alerts.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

/** Changes shown at first. */
const shownChanges = 5

/** One alert: its view, its changes with the reports that show them, and its delivery. */
export function AlertCard({ alert, isNew }: { alert: Alert; isNew: boolean }) {
  const { view_name, url, changes, created_at, mail, webhook } = alert
  const [all, setAll] = useState(false)
  const total = alert.total ?? changes.length
  const shown = all ? changes : changes.slice(0, shownChanges)
  const deliveries = [
    mail && mail !== 'none' && words.mailStates[mail],
    webhook && webhook !== 'none' && words.webhookStates[webhook],
  ].filter(Boolean)
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <div className={`cluster ${styles.head}`}>
        <h2>
          <Link to={paths.reports() + (URL.parse(url)?.search ?? '')}>{view_name}</Link>
        </h2>
        {isNew && <span className={styles.new}>{words.isNew}</span>}
        <span className="faint small">
          {words.count(total)}
          {created_at && (
            <>
              {'\u00a0· '}
              <RelativeTime iso={created_at} />
            </>
          )}
          {deliveries.map((text) => ` · ${text}`)}
        </span>
      </div>
      <ul className={styles.changes}>
        {shown.map((change, at) => (
          <Change key={at} change={change} />
        ))}
      </ul>
      {!all && changes.length > shownChanges && (
        <Button variant="plain" size="s" onClick={() => setAll(true)}>
          {words.more(changes.length - shownChanges)}
        </Button>
      )}
      {all && total > changes.length && <p className="faint small">{words.notShown(total - changes.length)}</p>}
    </li>
  )
}

const Change = ({ change }: { change: AlertChange }) => (
  <li>
    <span>{words.change(change)}</span>
    {change.url !== null &&
      (change.report_id === null ? (
        <UrlText url={change.url} />
      ) : (
        <Link to={paths.report(change.report_id)}>
          <UrlText url={change.url} />
        </Link>
      ))}
  </li>
)
