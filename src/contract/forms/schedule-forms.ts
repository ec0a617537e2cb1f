import * as z from 'zod'
import { isTimeZone } from '../jobs/schedule-times.ts'
import { intervals, weekdays } from '../jobs/schedules.ts'
import { withScheme } from '../jobs/url-list.ts'
import { orList } from '../lists/query-params.ts'
import {
  because,
  choiceOf,
  flagField,
  idField,
  optional,
  optionalTrimmed,
  refusal,
  wholeNumberField,
  withMessages,
} from './form.ts'
import { crawlLimitFields, crawlMessages } from './job-form.ts'
import { PageUrl, renderField, renderMessage } from './report-forms.ts'

const times = {
  every: choiceOf(intervals),
  weekday: optional(choiceOf(weekdays)),
  month_day: optional(wholeNumberField(1, 31)),
  time: z.string(because('required')).refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), because('invalid_time')),
  time_zone: z.string(because('required')).refine(isTimeZone, because('invalid_choice')),
  /** Unchanged if missing. */
  paused: optional(flagField),
  render: renderField,
  /** The URL at which the crawls of a website start. The limits belong to it. */
  crawl: optionalTrimmed(PageUrl),
  ...crawlLimitFields,
}

/** A weekly schedule has a weekday and a monthly one a day of the month; no other has one. */
const dayOfInterval = z.superRefine<{ every?: unknown; weekday?: unknown; month_day?: unknown }>(
  (value, { issues }) => {
    const { every, ...days } = value
    for (const [name, owner] of [
      ['weekday', 'week'],
      ['month_day', 'month'],
    ] as const) {
      const isGiven = days[name] !== undefined
      if (every === owner && !isGiven) issues.push(refusal('required', undefined, { path: [name] }))
      if (every !== owner && isGiven) issues.push(refusal('not_allowed', days[name], { path: [name] }))
    }
  },
  { when: ({ value }) => intervals.includes((value as { every: never }).every) },
)

const { sitemap: _sitemap, crawl: crawlMessage, ...crawlLimitMessages } = crawlMessages
const crawlFieldMessages = {
  crawl: { ...crawlMessage, not_allowed: 'Enter a URL on this schedule’s website. Views can’t be crawled.' },
  ...crawlLimitMessages,
}

const messages = {
  every: `Choose ${orList(intervals)}.`,
  weekday: {
    otherwise: `Choose ${orList(weekdays)}.`,
    required: 'Choose a weekday, because the schedule is weekly.',
    not_allowed: 'Only a weekly schedule has a weekday.',
  },
  month_day: {
    otherwise: 'Enter a whole number from 1 to 31.',
    required: 'Enter a day of the month, because the schedule is monthly.',
    not_allowed: 'Only a monthly schedule has a day of the month.',
  },
  time: { label: 'Time', otherwise: 'Enter a time from 00:00 to 23:59, such as 06:00.' },
  time_zone: 'Enter a time zone, such as Europe/Berlin.',
  paused: 'Use 0 or 1.',
  render: renderMessage,
  ...crawlFieldMessages,
}

/** The times of a schedule and its crawl, all at once, and whether it is paused. */
export const ScheduleForm = withMessages(z.object(times).check(dayOfInterval), messages)

/** The pages that a schedule of a website analyses: the known ones, or those that a crawl finds. */
export const scheduleScopes = ['pages', 'crawl'] as const

/**
 * A schedule as a person edits it: a day that belongs to another interval is ignored, as is the crawl of one that
 * analyses the known pages.
 */
export const ScheduleDraft = withMessages(
  z.preprocess((fields) => {
    const { weekday, month_day, scope, ...given } = fields as Record<string, string>
    const { every, time, time_zone, paused, render, ...crawl } = given
    return {
      every,
      time,
      time_zone,
      paused,
      render,
      ...(scope === 'crawl' && { ...crawl, crawl: withScheme(crawl['crawl'] ?? '') }),
      ...(every === 'week' && { weekday }),
      ...(every === 'month' && { month_day }),
    }
  }, ScheduleForm),
  messages,
)

/** A schedule of a website or of a saved view. Whether these exist is checked when it is created. */
export const NewScheduleForm = withMessages(
  z
    .object({ website_id: optional(idField), view_id: optional(idField), ...times })
    .check(dayOfInterval)
    .superRefine(
      (value, { issues }) => {
        const { website_id, view_id, crawl } = value as Record<string, unknown>
        if ((website_id === undefined) === (view_id === undefined))
          issues.push(refusal('one_required', website_id, { path: ['website_id'] }))
        if (view_id !== undefined && crawl !== undefined)
          issues.push(refusal('not_allowed', crawl, { path: ['crawl'] }))
      },
      { when: () => true },
    ),
  {
    website_id: {
      otherwise: 'Enter the ID of a website.',
      one_required: 'Send exactly one of website_id and view_id.',
    },
    view_id: 'Enter the ID of a saved view.',
    ...messages,
  },
)
