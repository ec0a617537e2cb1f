import { counted } from '#contract/format/numbers.ts'
import { jobDays, jobUrlDays } from '#contract/jobs/job.ts'
import type { Run, RunKindFilter, RunWithoutJob, RunState, RunStateFilter } from '#contract/jobs/runs.ts'
import { trayWords } from '#web/jobs/words.ts'
import { formatCount } from '#web/list/words.ts'

const states: Record<RunState, string> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
  empty: 'No pages',
}

const stateFilters: Record<RunStateFilter, string> = { open: 'In progress', ...states }

const kinds: Record<RunKindFilter, string> = {
  url: 'Page',
  urls: 'List',
  sitemap: 'Sitemap',
  crawl: 'Crawl',
  schedule: 'Scheduled',
}

const withoutJob: Record<RunWithoutJob, string> = {
  skipped: 'Skipped: the previous run hadn’t finished',
  empty: 'There were no pages to analyse',
}

/** "61 pages · 17 not indexable · 1 failed", or how far the run is, or why there was none. */
function result({ state, ...run }: Run): string {
  if (state === 'skipped' || state === 'empty') return withoutJob[state]
  if (state === 'failed' && run.counts.total === 0) return 'Nothing was analysed'
  return trayWords.state({ ...run, state })
}

export const runsWords = {
  title: 'Runs',
  lead: `Every job and scheduled run of your team, for ${jobDays} days.`,
  tabs: 'Runs and schedules',
  schedules: 'Schedules',
  schedulesLead: 'Websites and views whose pages are analysed automatically.',
  columns: { run: 'Run', website: 'Website', result: 'Result', by: 'By', started: 'Created', actions: 'Actions' },
  states,
  kinds,
  result,
  withoutJob,
  state: 'State',
  anyState: 'Any',
  created: 'Created',
  stateFilters,
  kind: 'Kind',
  ofWebsite: (name: string) => `Website ${name}`,
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  clear: 'Clear filters',
  runs: (total: number, relation: 'eq' | 'gte') =>
    relation === 'eq' ? counted(total, 'run') : `${formatCount(total, relation)} runs`,
  emptyTitle: 'No runs yet',
  emptyText:
    'Lists, sitemaps, crawls and scheduled runs will be here. To start one, choose Analyse many pages or a schedule.',
  noMatch: 'No runs match these filters',
  noMatchText: `Runs are kept for ${jobDays} days.`,

  schedule: 'Schedule',
  ofSchedule: (name: string | null) => (name === null ? 'Started by a schedule' : `Started by a schedule of ${name}`),
  unknownKey: 'Unknown key',
  details: (title: string) => `Details of ${title}`,
  retry: (failed: number) => `Retry ${failed}`,
  retryOf: (failed: number, title: string) => `Retry ${failed} failed: ${title}`,
  cancelOf: (title: string) => `Cancel ${title}`,
  pauseOf: (title: string) => `Pause ${title}`,
  resumeOf: (title: string) => `Resume ${title}`,
  readOnly: 'Your key is read-only. Someone with a full-access key can do this.',
  seesOnly: 'Your key is read-only: you can see all runs, but not retry, pause or cancel them.',
  urlsGone: `The URLs of a run are kept for ${jobUrlDays} days, so these can’t be tried again.`,

  close: 'Close',
  facts: {
    kind: 'Kind',
    state: 'State',
    result: 'Result',
    by: 'By',
    started: 'Created',
    ended: 'Ended',
    website: 'Website',
    url: 'URL',
  },
  noUrls: `The URLs of a run are kept for ${jobUrlDays} days. Its figures stay for ${jobDays}.`,
}
