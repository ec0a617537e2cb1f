import { counted } from '#contract/format/numbers.ts'
import type { Interval, RunOutcome, Schedule, ScheduleTimes, Weekday } from '#contract/jobs/schedules.ts'
import { changesText } from '#web/resources/crawl-words.ts'

const weekdays: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}

const endings: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const ordinal = (day: number) => `${day}${endings[ordinals.select(day)]}`

const intervals: Record<Interval, string> = { day: 'Daily', week: 'Weekly', month: 'Monthly' }

const outcomes: Record<RunOutcome, string> = {
  started: 'The analysis started.',
  skipped: 'Skipped because the previous run hadn’t finished.',
  empty: 'There were no pages to analyse.',
  not_allowed: 'Not run: the person who scheduled it can no longer edit the website.',
}

/** "61 pages, 2 new, 1 new broken link" */
const crawlFound = ({ urls, changes }: NonNullable<Schedule['last_crawl']>) =>
  [counted(urls ?? 0, 'page'), changes && changesText(changes)].filter(Boolean).join(', ')

/** "Every Monday at 06:00, Europe/Berlin". */
export function scheduleSentence({ every, weekday, month_day, time, time_zone }: ScheduleTimes): string {
  const at = `at ${time}, ${time_zone}`
  if (every === 'week' && weekday) return `Every ${weekdays[weekday]} ${at}`
  if (every === 'month' && month_day) return `On the ${ordinal(month_day)} of every month ${at}`
  return `Every day ${at}`
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Every Monday 06:00", with the time zone if it is another one. */
function shortSentence({ every, weekday, month_day, time, time_zone }: ScheduleTimes): string {
  const at = time_zone === here ? time : `${time}, ${time_zone}`
  if (every === 'week' && weekday) return `Every ${weekdays[weekday]} ${at}`
  if (every === 'month' && month_day) return `Every ${ordinal(month_day)} ${at}`
  return `Every day ${at}`
}

/** Describes a schedule in few words: its times, and that it is paused. */
export const scheduleState = (schedule: ScheduleTimes & { paused: boolean }) =>
  schedule.paused ? `Paused · ${shortSentence(schedule)}` : shortSentence(schedule)

/** Schedules: the button of a website or view, its dialog, and the page of all schedules. */
export const schedulesWords = {
  button: 'Schedule',
  /** The name of a button beside others of its kind. */
  of: (text: string, name: string) => `${text}: ${name}`,

  newTitle: 'Create schedule',
  changeTitle: 'Change schedule',
  about: {
    website: (name: string) => `All known pages of ${name} are analysed automatically.`,
    view: (name: string) => `The pages in “${name}” are analysed automatically.`,
  },
  aboutCrawl: (name: string) => `${name} is crawled automatically, and each crawl is compared with the one before.`,
  scope: 'Pages',
  scopes: { pages: 'All known pages', crawl: 'Crawl from the start page' },
  moreLimits: 'More limits',
  crawlFrom: (url: string) => `Crawl from ${url}`,
  crawlFound,
  crawlRunning: 'Crawl running',
  crawlEmpty: 'Crawl without results',
  compare: 'Compare',
  every: 'Repeats',
  intervals,
  weekday: 'Day',
  weekdays,
  monthDay: 'Day of the month',
  monthDayHint: 'In shorter months, it runs on the last day.',
  timeZone: 'Time zone',
  pause: 'Pause this schedule',
  pauseHint: 'No pages are analysed while it’s paused. Missed runs aren’t made up.',
  paused: 'Paused',
  next: 'Next:',
  nextRun: (when: string) => `Next run: ${when}`,
  yourTime: (when: string) => `${when} (your time)`,
  create: 'Create schedule',
  save: 'Save changes',
  cancel: 'Cancel',
  remove: 'Remove schedule',
  undo: 'Undo',
  created: (sentence: string) => `Schedule created: ${sentence}`,
  changed: (sentence: string) => `Schedule changed: ${sentence}`,
  nowPaused: 'Schedule paused',
  resumed: (sentence: string) => `Schedule resumed: ${sentence}`,
  removed: 'Schedule removed',
  restored: 'Schedule restored',

  kinds: { website: 'Website', view: 'View' },
  lastRun: 'Last run',
  neverRun: 'No runs yet',
  outcomes,
  unnamed: { website: (id: number) => `Website ${id}`, view: (id: number) => `View ${id}` },
  emptyTitle: 'No schedules yet',
  emptyText: 'To analyse pages automatically, open a website or a saved view and choose Schedule.',
  toWebsites: 'Go to websites',
}
