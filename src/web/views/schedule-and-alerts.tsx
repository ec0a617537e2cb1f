import type { View } from '#contract/lists/views.ts'
import { AlertsButton } from '#web/alerts/alerts-button.tsx'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'

/** The schedule and the alerts of a view on the server. */
export const ScheduleAndAlerts = ({ view: { id, name, list } }: { view: View }) => (
  <>
    <ScheduleButton target={{ kind: 'view', id }} name={name} />
    {list === 'reports' && <AlertsButton place={{ kind: 'view', id, name }} />}
  </>
)
