import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '#contract/lists/views.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { useFullKey } from '#web/data/service.ts'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { viewsWords as words } from './words.ts'

const AlertsDialog = lazyPart(() => import('#web/alerts/alerts-dialog.tsx').then((file) => file.AlertsDialog))

/** The schedule and the alerts of a view on the server. */
export const ScheduleAndAlerts = ({ view }: { view: View }) => (
  <>
    <ScheduleButton target={{ kind: 'view', id: view.id }} name={view.name} />
    <AlertsButton view={view} />
  </>
)

/** Shows whether a view of reports has alerts, and opens their dialog. Only for keys with full access. */
function AlertsButton({ view }: { view: Pick<View, 'id' | 'name' | 'list'> }) {
  const isOffered = useFullKey() && view.list === 'reports'
  const { data } = useQuery({ ...alertQueries.rules(), enabled: isOffered })
  const [open, setOpen] = useState(false)
  if (!isOffered || !data) return null
  const rule = data.find(({ view_id }) => view_id === view.id)
  const text = rule ? words.alertsOn : words.alerts
  return (
    <span>
      <Button
        variant="plain"
        size="s"
        icon="bell"
        aria-haspopup="dialog"
        aria-label={words.alertsOf(text, view.name)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && <AlertsDialog view={view} rule={rule} onClose={() => setOpen(false)} />}
    </span>
  )
}
