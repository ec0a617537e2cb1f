import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Alert, AlertFault } from '#contract/alerts.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import styles from './alerts-list.module.css'
import { alertsWords as words } from '#web/alerts/words.ts'

/** Problems shown at first. */
const shownFaults = 5

/** One alert: its view, its problems with the reports that show them, and how it was delivered. */
export function AlertCard({ alert, isNew }: { alert: Alert; isNew: boolean }) {
  const { view_name, url, faults, created_at, mail, webhook } = alert
  const [all, setAll] = useState(false)
  const total = alert.total ?? faults.length
  const shown = all ? faults : faults.slice(0, shownFaults)
  const deliveries = [
    mail && mail !== 'none' && words.mailStates[mail],
    webhook && webhook !== 'none' && words.webhookStates[webhook],
  ].filter(Boolean)
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <div className={styles.head}>
        <h2>
          <Link to={paths.reports() + (URL.parse(url)?.search ?? '')}>{view_name}</Link>
        </h2>
        {isNew && <span className={styles.new}>{words.isNew}</span>}
        <span className={styles.facts}>
          {words.count(total)}
          {created_at && (
            <>
              {' · '}
              <RelativeTime iso={created_at} />
            </>
          )}
          {deliveries.map((text) => ` · ${text}`)}
        </span>
      </div>
      <ul className={styles.faults}>
        {shown.map((fault, at) => (
          <Fault key={at} fault={fault} />
        ))}
      </ul>
      {!all && faults.length > shownFaults && (
        <Button variant="plain" size="s" onClick={() => setAll(true)}>
          {words.more(faults.length - shownFaults)}
        </Button>
      )}
      {all && total > faults.length && <p className={styles.facts}>{words.notShown(total - faults.length)}</p>}
    </li>
  )
}

const Fault = ({ fault }: { fault: AlertFault }) => (
  <li>
    <span>{words.fault(fault)}</span>
    {fault.url !== null &&
      (fault.report_id === null ? (
        <UrlText url={fault.url} />
      ) : (
        <Link to={paths.report(fault.report_id)}>
          <UrlText url={fault.url} />
        </Link>
      ))}
  </li>
)
