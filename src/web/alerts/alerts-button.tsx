import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '#contract/lists/views.ts'
import { useFullKey } from '#web/data/service.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'

const AlertsDialog = lazyPart(() => import('./alerts-dialog.tsx').then((file) => file.AlertsDialog))

/**
 * Says whether a view of reports has alerts, and opens the dialog that changes them. Only for keys with full access.
 */
export function AlertsButton({ view }: { view: Pick<View, 'id' | 'name' | 'list'> }) {
  const isOffered = useFullKey() === true && view.list === 'reports'
  const { data } = useQuery({ ...alertQueries.rules(), enabled: isOffered })
  const [open, setOpen] = useState(false)
  if (!isOffered || !data) return null
  const rule = data.find(({ view_id }) => view_id === view.id)
  const text = rule ? words.on : words.button
  return (
    <span>
      <Button
        variant="plain"
        size="s"
        icon="bell"
        aria-haspopup="dialog"
        aria-label={words.of(text, view.name)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && <AlertsDialog view={view} rule={rule} onClose={() => setOpen(false)} />}
    </span>
  )
}
