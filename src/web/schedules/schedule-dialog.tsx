import { useQuery } from '@tanstack/react-query'
import { fieldsOf } from '#contract/forms/form.ts'
import { ScheduleDraft, scheduleScopes } from '#contract/forms/schedule-forms.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import { intervals, type Schedule, type ScheduleTimes, weekdays } from '#contract/jobs/schedules.ts'
import { withScheme } from '#contract/jobs/url-list.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useHasPeople } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { CheckboxField, SegmentsField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { type RenderChoice, RenderOptions } from '#web/forms/render-field.tsx'
import { ownTimeZone, TimeZoneField } from '#web/forms/time-zone-field.tsx'
import { type ContractForm, useContractForm } from '#web/forms/use-contract-form.ts'
import { meQuery } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { formatAbsolute } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { lastCrawlQuery, schedulesQuery, type ScheduleTarget, scheduleTarget } from './queries.ts'
import { scheduleSentence, schedulesWords as words } from './words.ts'
import styles from './schedules.module.css'

const intervalOptions = intervals.map((value) => ({ value, label: words.intervals[value] }))
const scopeOptions = scheduleScopes.map((value) => ({ value, label: words.scopes[value] }))
const limitFields = ['max_depth', 'max_per_folder', 'speed'] as const
const listFields = ['include', 'exclude', 'ignore_parameters'] as const
const weekdayOptions = weekdays.map((value) => ({ value, label: words.weekdays[value] }))
const monthDayOptions = Array.from({ length: 31 }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` }))

type ScheduleDialogProps = {
  target: ScheduleTarget
  name: string
  /** The present schedule, if there is one. */
  schedule: Schedule | undefined
  onClose: () => void
}

/** Creates, changes or removes the schedule of a website or a view. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { target, schedule } = props
  const { data, isLoading } = useQuery({
    ...lastCrawlQuery(target.id),
    enabled: target.kind === 'website' && !schedule?.crawl,
  })
  const me = useQuery({ ...meQuery(), enabled: useHasPeople() && !schedule })
  const timeZone = schedule?.time_zone ?? me.data?.person?.time_zone ?? ownTimeZone()
  // The form takes its values once.
  if (isLoading || me.isLoading) return null
  return <ScheduleFormDialog {...props} timeZone={timeZone} lastCrawl={schedule?.crawl ?? data} />
}

type Crawl = NonNullable<Schedule['crawl']>

/** The fields of a crawl as text. */
function crawlFields({ start_url, limits }: Crawl) {
  const { max_pages, max_depth, include, exclude, speed, ignore_parameters, max_per_folder } = limits
  return {
    crawl: start_url,
    max_pages: `${max_pages}`,
    max_depth: `${max_depth ?? ''}`,
    max_per_folder: `${max_per_folder ?? ''}`,
    speed: `${speed ?? ''}`,
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    ignore_parameters: ignore_parameters.join('\n'),
  }
}

/** Empty fields are not sent. */
const withoutEmpty = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

type ScheduleFormProps = ScheduleDialogProps & { timeZone: string; lastCrawl: Crawl | null | undefined }

/** The values at first: of the stored schedule, or of a new one. */
const valuesOf = (schedule: Schedule | undefined, zone: string, crawl: Crawl) => ({
  every: schedule?.every ?? ('week' as const),
  weekday: schedule?.weekday ?? ('monday' as const),
  month_day: `${schedule?.month_day ?? 1}`,
  time: schedule?.time ?? '06:00',
  time_zone: zone,
  paused: schedule?.paused ?? false,
  render: (schedule?.render ?? '') as RenderChoice,
  scope: schedule?.crawl ? ('crawl' as const) : ('pages' as const),
  ...crawlFields(crawl),
})
type ScheduleValues = ReturnType<typeof valuesOf>

function ScheduleFormDialog({ target, name, schedule, timeZone: zone, lastCrawl, onClose }: ScheduleFormProps) {
  const form = useContractForm({
    schema: ScheduleDraft,
    draft: `schedule ${name}`,
    values: valuesOf(schedule, zone, lastCrawl ?? { start_url: withScheme(name), limits: defaultCrawlLimits }),
    async submit({ every, weekday, month_day, time, time_zone, paused, render, crawl }) {
      const fields = {
        ...fieldsOf({ every, weekday, month_day, time, time_zone, paused, render }),
        ...(crawl && { ...withoutEmpty(crawlValues()), crawl: crawl.href }),
      }
      if (schedule) await changeSchedule(schedule.id, fields)
      else await createSchedule(target, fields)
      onClose()
      showToast({ text: savedText(schedule, { ...times, paused: form.values.paused }), tone: 'good' })
    },
  })
  const { every, weekday, month_day: monthDay, time, time_zone: timeZone, paused, scope } = form.values
  const crawlValues = () => {
    const { crawl, max_pages, max_depth, max_per_folder, speed, include, exclude, ignore_parameters } = form.values
    return { crawl, max_pages, max_depth, max_per_folder, speed, include, exclude, ignore_parameters }
  }
  const times: ScheduleTimes = {
    every,
    weekday: every === 'week' ? weekday : null,
    month_day: every === 'month' ? Number(monthDay) : null,
    time,
    time_zone: timeZone,
  }
  const removal = useSubmit(async (removed: Schedule) => {
    await removeWithUndo(removed)
    onClose()
  })
  return (
    <FormDialog
      form={form}
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
      error={removal.failure}
      onClose={onClose}
    >
      <p>{scope === 'crawl' ? words.aboutCrawl(name) : words.about[target.kind](name)}</p>
      {target.kind === 'website' && (
        <SegmentsField field={form.field('scope')} label={words.scope} options={scopeOptions} />
      )}
      {scope === 'crawl' && <CrawlFields form={form} />}
      <DayFields form={form} />
      <TextField field={form.field('time')} type="time" />
      <TimeZoneField field={form.field('time_zone')} label={words.timeZone} />
      <RenderOptions field={form.field('render')} />
      {schedule && <CheckboxField field={form.field('paused')} label={words.pause} hint={words.pauseHint} />}
      <p role="status" className={`stack medium ${styles.summary}`}>
        {time !== '' && (
          <>
            <span>{scheduleSentence(times)}</span>
            <small className="muted small">
              {paused ? words.paused : words.nextRun(whenOf(nextRun(times, new Date()), timeZone))}
            </small>
          </>
        )}
      </p>
    </FormDialog>
  )
}

type ScheduleForm = Pick<ContractForm<ScheduleValues>, 'field' | 'values'>

function CrawlFields({ form }: { form: ScheduleForm }) {
  return (
    <>
      <TextField field={form.field('crawl')} icon="globe" inputMode="url" autoCapitalize="none" spellCheck={false} />
      <TextField field={form.field('max_pages')} inputMode="numeric" />
      <details open={limitFields.some((limit) => form.field(limit).error) || undefined}>
        <summary>{words.moreLimits}</summary>
        <div className="stack">
          {limitFields.map((limit) => (
            <TextField key={limit} field={form.field(limit)} inputMode="decimal" />
          ))}
          {listFields.map((list) => (
            <TextAreaField key={list} field={form.field(list)} rows={2} />
          ))}
        </div>
      </details>
    </>
  )
}

/** How often, and on which day. */
function DayFields({ form }: { form: ScheduleForm }) {
  const { every, month_day: monthDay } = form.values
  return (
    <>
      <SegmentsField field={form.field('every')} label={words.every} options={intervalOptions} />
      {every === 'week' && <SelectField field={form.field('weekday')} label={words.weekday} options={weekdayOptions} />}
      {every === 'month' && (
        <div className="stack tight">
          <SelectField field={form.field('month_day')} label={words.monthDay} options={monthDayOptions} />
          {Number(monthDay) > 28 && <span className="faint tiny">{words.monthDayHint}</span>}
        </div>
      )}
    </>
  )
}

function savedText(before: Schedule | undefined, now: ScheduleTimes & { paused: boolean }): string {
  const sentence = scheduleSentence(now)
  if (!before) return words.created(sentence)
  if (before.paused === now.paused) return words.changed(sentence)
  return now.paused ? words.nowPaused : words.resumed(sentence)
}

/** A time in the reader's time zone, named if it differs from the schedule's. */
function whenOf(run: Date, timeZone: string) {
  const when = formatAbsolute(run)
  return timeZone === ownTimeZone() ? when : words.yourTime(when)
}

/** Removes a schedule. Undo creates it again, which loses only the time of its last run. */
async function removeWithUndo(schedule: Schedule): Promise<void> {
  await removeSchedule(schedule.id)
  const undo = () =>
    createSchedule(scheduleTarget(schedule), formOf(schedule)).then(
      () => announce(words.restored),
      (error) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' }),
    )
  showToast({ text: words.removed, action: { label: words.undo, onSelect: () => void undo() } })
}

const outdate = () => void queryClient.invalidateQueries({ queryKey: schedulesQuery().queryKey })

/** The fields of a stored schedule, to create it again. */
const formOf = ({ every, weekday, month_day, time, time_zone, paused, render, crawl }: Schedule) => ({
  ...(crawl && withoutEmpty(crawlFields(crawl))),
  ...fieldsOf({
    every,
    weekday: weekday ?? undefined,
    month_day: month_day ?? undefined,
    time,
    time_zone,
    paused,
    render: render ?? undefined,
  }),
})

async function createSchedule(target: ScheduleTarget, fields: Record<string, string>): Promise<void> {
  const form = { [`${target.kind}_id`]: `${target.id}`, ...fields }
  await currentClient().call('POST', '/schedules', { form, creates: true }).finally(outdate)
}

async function changeSchedule(id: number, form: Record<string, string>): Promise<void> {
  await currentClient().call('PUT', `/schedules/${id}`, { form }).finally(outdate)
}

const removeSchedule = (id: number) => currentClient().remove(`/schedules/${id}`).finally(outdate)
