import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertRule } from '#contract/jobs/alerts.ts'
import { useFullAccess } from '#web/data/service.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { AlertPlace } from './alerts-dialog.tsx'
import { alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

const AlertsDialog = lazyPart(() => import('./alerts-dialog.tsx').then((file) => file.AlertsDialog))

type AlertsButtonProps = {
  place: AlertPlace
  /** Shows the bell alone. */
  isIcon?: boolean
}

/** Shows whether a website or a view of reports has alerts, and opens their dialog. Only with full access. */
export function AlertsButton({ place, isIcon = false }: AlertsButtonProps) {
  const hasAccess = useFullAccess()
  const canEdit = useCanEdit(place.kind === 'website' ? place.id : null)
  const isOffered = hasAccess && (place.kind === 'view' || canEdit)
  const { data } = useQuery({ ...alertQueries.rules(), enabled: isOffered })
  const [open, setOpen] = useState(false)
  if (!isOffered || !data) return null
  const rule = data.find((one) => (place.kind === 'view' ? one.view_id : one.website_id) === place.id)
  const text = rule ? words.on : words.button
  return (
    <span>
      <Button
        variant={isIcon ? undefined : 'plain'}
        size={isIcon ? undefined : 's'}
        icon="bell"
        iconOnly={isIcon}
        className={isIcon && rule ? styles.isOn : undefined}
        aria-haspopup="dialog"
        aria-label={words.of(text, place.name)}
        title={isIcon ? text : undefined}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && (
        <AlertsDialog place={place} rule={rule} recipients={recipientsOf(data)} onClose={() => setOpen(false)} />
      )}
    </span>
  )
}

/** The recipients of the newest rule that has any, which a new one proposes. */
const recipientsOf = (rules: readonly AlertRule[]) =>
  rules.toSorted((a, b) => b.id - a.id).find(({ mail_to, webhook_url }) => mail_to.length > 0 || webhook_url !== null)
