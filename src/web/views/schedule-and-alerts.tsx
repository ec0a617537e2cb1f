import type { View } from '#contract/lists/views.ts'
import { AlertsButton } from '#web/alerts/alerts-button.tsx'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'
import styles from './schedule-and-alerts.module.css'

/** The schedule and the alerts of a view on the server. Shows nothing if the server offers neither. */
export const ScheduleAndAlerts = ({ view }: { view: View }) => (
  <span className={styles.buttons}>
    <ScheduleButton target={{ kind: 'view', id: view.id }} name={view.name} />
    <AlertsButton view={view} />
  </span>
)
