import { useId, useState } from 'react'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import { intervals, type Schedule, type ScheduleTimes, weekdays } from '#contract/jobs/schedules.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Segments, Select, TextInput } from '#web/ui/inputs.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { formatAbsolute } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeSchedule, createSchedule, removeSchedule, type ScheduleFields } from './mutations.ts'
import { type ScheduleTarget, scheduleTarget } from './queries.ts'
import { scheduleSentence, schedulesWords as words } from './words.ts'
import styles from './schedules.module.css'

const intervalOptions = intervals.map((value) => ({ value, label: words.intervals[value] }))
const weekdayOptions = weekdays.map((value) => ({ value, label: words.weekdays[value] }))
const monthDayOptions = Array.from({ length: 31 }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` }))

/** The time zone of this browser. */
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The names of all time zones, with the given ones, which browsers can leave out, such as UTC. */
const timeZones = (...others: string[]) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownTimeZone(), ...others])].toSorted()

type ScheduleDialogProps = {
  target: ScheduleTarget
  name: string
  /** The present schedule, if there is one. */
  schedule: Schedule | undefined
  onClose: () => void
}

/** Creates, changes or removes the schedule of a website or a view. */
export function ScheduleDialog({ target, name, schedule, onClose }: ScheduleDialogProps) {
  const id = useId()
  const [every, setEvery] = useState(schedule?.every ?? 'week')
  const [weekday, setWeekday] = useState(schedule?.weekday ?? 'monday')
  const [monthDay, setMonthDay] = useState(`${schedule?.month_day ?? 1}`)
  const [time, setTime] = useState(schedule?.time ?? '06:00')
  const [timeZone, setTimeZone] = useState(schedule?.time_zone ?? ownTimeZone())
  const [paused, setPaused] = useState(schedule?.paused ?? false)
  const [zones] = useState(() => timeZones(timeZone).map((value) => ({ value, label: value })))
  const times: ScheduleTimes = {
    every,
    weekday: every === 'week' ? weekday : null,
    month_day: every === 'month' ? Number(monthDay) : null,
    time,
    time_zone: timeZone,
  }
  const { form, busy, fieldError, failure, refuse, clear, submit } = useSubmit(async () => {
    if (schedule) await changeSchedule(schedule.id, { ...times, paused })
    else await createSchedule(target, { ...times, paused })
    onClose()
    showToast({ text: savedText(schedule, { ...times, paused }), tone: 'good' })
  })
  const removal = useSubmit(async (removed: Schedule) => {
    await removeWithUndo(removed)
    onClose()
  })
  return (
    <FormDialog
      title={schedule ? words.changeTitle : words.newTitle}
      submitLabel={schedule ? words.save : words.create}
      cancelLabel={words.cancel}
      otherAction={
        schedule && (
          <Button icon="trash" busy={removal.busy} onClick={() => removal.submit(schedule)}>
            {words.remove}
          </Button>
        )
      }
      form={form}
      busy={busy}
      error={removal.failure() ?? failure('time')}
      onChange={clear}
      onSubmit={() => (time === '' ? refuse('time', words.timeMissing) : submit(undefined))}
      onClose={onClose}
    >
      <p>{words.about[target.kind](name)}</p>
      <Segments legend={words.every} name={`${id}-every`} value={every} options={intervalOptions} onChange={setEvery} />
      {every === 'week' && (
        <div className={styles.fields}>
          <Select label={words.weekday} value={weekday} options={weekdayOptions} onChange={setWeekday} />
        </div>
      )}
      {every === 'month' && (
        <div className={styles.fields}>
          <Select label={words.monthDay} value={monthDay} options={monthDayOptions} onChange={setMonthDay} />
          {Number(monthDay) > 28 && <span className={styles.hint}>{words.monthDayHint}</span>}
        </div>
      )}
      <Field label={words.time} error={fieldError('time')}>
        {(aria) => <TextInput {...aria} type="time" value={time} onChange={(event) => setTime(event.target.value)} />}
      </Field>
      <div className={styles.fields}>
        <Select label={words.timeZone} value={timeZone} options={zones} onChange={setTimeZone} />
      </div>
      {schedule && (
        <Checkbox
          label={words.pause}
          hint={words.pauseHint}
          checked={paused}
          onChange={({ target: box }) => setPaused(box.checked)}
        />
      )}
      <p role="status" className={styles.summary}>
        {time !== '' && (
          <>
            <span>{scheduleSentence(times)}</span>
            <small>{paused ? words.paused : words.nextRun(whenOf(nextRun(times, new Date()), timeZone))}</small>
          </>
        )}
      </p>
    </FormDialog>
  )
}

function savedText(before: Schedule | undefined, now: ScheduleFields): string {
  const sentence = scheduleSentence(now)
  if (!before) return words.created(sentence)
  if (before.paused === now.paused) return words.changed(sentence)
  return now.paused ? words.nowPaused : words.resumed(sentence)
}

/** A time in the reader's time zone, which is said if it is another one than the schedule's. */
function whenOf(run: Date, timeZone: string) {
  const when = formatAbsolute(run)
  return timeZone === ownTimeZone() ? when : words.yourTime(when)
}

/** Removes a schedule. Undo creates it again, which loses nothing but the time of its last run. */
async function removeWithUndo(schedule: Schedule): Promise<void> {
  await removeSchedule(schedule.id)
  const undo = () =>
    createSchedule(scheduleTarget(schedule), schedule).then(
      () => announce(words.restored),
      (error) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' }),
    )
  showToast({ text: words.removed, action: { label: words.undo, onSelect: () => void undo() } })
}
