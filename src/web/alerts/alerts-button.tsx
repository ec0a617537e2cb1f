import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFullKey } from '#web/data/service.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { AlertPlace } from './alerts-dialog.tsx'
import { alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'

const AlertsDialog = lazyPart(() => import('./alerts-dialog.tsx').then((file) => file.AlertsDialog))

/** Shows whether a website or a view of reports has alerts, and opens their dialog. Only for keys with full access. */
export function AlertsButton({ place }: { place: AlertPlace }) {
  const isOffered = useFullKey()
  const { data } = useQuery({ ...alertQueries.rules(), enabled: isOffered })
  const [open, setOpen] = useState(false)
  if (!isOffered || !data) return null
  const rule = data.find((one) => (place.kind === 'view' ? one.view_id : one.website_id) === place.id)
  const text = rule ? words.on : words.button
  return (
    <span>
      <Button
        variant="plain"
        size="s"
        icon="bell"
        aria-haspopup="dialog"
        aria-label={words.of(text, place.name)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && <AlertsDialog place={place} rule={rule} onClose={() => setOpen(false)} />}
    </span>
  )
}
