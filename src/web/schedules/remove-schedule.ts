import type { Schedule } from '#contract/schedules.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { createSchedule, removeSchedule, targetOf } from './queries.ts'
import { schedulesWords as words } from './words.ts'

/** Removes a schedule. Undo creates it again, which loses nothing but the time of its last run. */
export async function removeWithUndo(schedule: Schedule): Promise<void> {
  await removeSchedule(schedule.id)
  const undo = () =>
    createSchedule(targetOf(schedule), schedule).then(
      () => announce(words.restored),
      (error) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' }),
    )
  showToast({ text: words.removed, action: { label: words.undo, onSelect: () => void undo() } })
}
