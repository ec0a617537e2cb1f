import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanWrite } from '#web/data/reader.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { scheduleOf, schedulesQuery, type ScheduleTarget } from './queries.ts'
import { scheduleSentence, scheduleState, schedulesWords as words } from './words.ts'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((file) => file.ScheduleDialog))

/** Shows the schedule of a website or a view, and opens its dialog. */
export function ScheduleButton({ target, name }: { target: ScheduleTarget; name: string }) {
  const canWriteAny = useCanWrite()
  const canEdit = useCanEdit(target.kind === 'website' ? target.id : null)
  const canWrite = target.kind === 'website' ? canEdit : canWriteAny
  const { data, isError } = useQuery(schedulesQuery())
  const [open, setOpen] = useState(false)
  if (!data && isError) return null
  const schedule = data && scheduleOf(target, data)
  if (!canWrite)
    return (
      schedule && (
        <span>
          <Icon name="again" /> {scheduleState(schedule)}
        </span>
      )
    )
  const text = schedule ? scheduleState(schedule) : words.button
  return (
    <span>
      <Button
        variant="plain"
        size="s"
        icon="again"
        // It keeps its place while it loads.
        disabled={!data}
        aria-haspopup="dialog"
        aria-label={words.of(text, name)}
        title={schedule && scheduleSentence(schedule)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && <ScheduleDialog target={target} name={name} schedule={schedule} onClose={() => setOpen(false)} />}
    </span>
  )
}
