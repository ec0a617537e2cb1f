import { counted, grouped } from '#contract/format/numbers.ts'
import { jobDays, jobUrlDays } from '#contract/jobs/job.ts'
import type { MapFault } from '#contract/jobs/redirect-map.ts'
import type { RedirectResult } from '#contract/jobs/redirects.ts'
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
  not_allowed: 'No access',
}

const stateFilters: Record<RunStateFilter, string> = { open: 'In progress', ...states }

const kinds: Record<RunKindFilter, string> = {
  url: 'Page',
  urls: 'List',
  sitemap: 'Sitemap',
  crawl: 'Crawl',
  redirects: 'Redirect map',
  schedule: 'Scheduled',
}

const withoutJob: Record<RunWithoutJob, string> = {
  skipped: 'Skipped: the previous run hadn’t finished',
  empty: 'There were no pages to analyse',
  not_allowed: 'Not run: the person who scheduled it can no longer edit the website',
}

/** "61 pages · 17 not indexable · 1 failed", or how far the run is, or why there was none. */
function result({ state, ...run }: Run): string {
  if (state === 'skipped' || state === 'empty' || state === 'not_allowed') return withoutJob[state]
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
  repeatOf: (title: string) => `Run again: ${title}`,
  cancelOf: (title: string) => `Cancel ${title}`,
  pauseOf: (title: string) => `Pause ${title}`,
  resumeOf: (title: string) => `Resume ${title}`,
  readOnly: 'Your access is read-only. Ask an owner to do this.',
  seesOnly: 'Your access is read-only: you can see runs, but not retry, pause or cancel them.',
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

/** The words of the page of a redirect map. */
export const redirectWords = {
  missing: 'Redirect map not found',
  missingText: 'It may be older than 90 days, or another kind of run.',
  toRuns: 'Go to runs',
  runs: 'Runs',
  loading: 'Redirect map',
  tabs: 'Redirects and pages without one',
  redirects: 'Redirects',
  unnamed: 'Not in the map',
  unnamedLead: 'Known pages of the old website that the map doesn’t include, those with the most inlinks first.',
  noneUnnamed: 'The map includes every known page of the old website.',
  result: 'Result',
  any: (total: number) => `Any (${grouped(total)})`,
  counted: (name: string, rows: number) => `${name} (${grouped(rows)})`,
  results: {
    as_expected: 'As expected',
    chain: 'Redirect chain',
    elsewhere: 'Elsewhere',
    home_page: 'Home page',
    no_redirect: 'No redirect',
    not_found: '404',
    loop: 'Redirect loop',
    refused: 'Access denied',
    server_error: 'Server error',
    unreachable: 'Can’t be reached',
  } satisfies Record<RedirectResult, string>,
  explained: {
    as_expected: 'One redirect leads to the new URL.',
    chain: 'The new URL is reached by two or more redirects, or there are more than we follow.',
    elsewhere: 'The redirects end at another page.',
    home_page: 'The redirects end at a home page, not at the new URL.',
    no_redirect: 'The old URL still returns a page of its own.',
    not_found: 'The last response is 404 or 410.',
    loop: 'The redirects lead back to an earlier URL.',
    refused: 'The server or its robots.txt doesn’t let us in.',
    server_error: 'The last response is 500 or above.',
    unreachable: 'The server doesn’t respond, or not with valid HTTP.',
  } satisfies Record<RedirectResult, string>,
  search: 'Search URLs',
  columns: {
    old: 'Old URL',
    expected: 'New URL',
    result: 'Result',
    hops: 'Hops',
    titles: 'Titles alike',
    texts: 'Texts alike',
    canonical: 'Canonical',
  },
  line: (line: number) => `Line ${line}`,
  waiting: 'Waiting to be checked',
  failed: 'Not checked',
  faults: {
    loop: 'The map redirects this in a loop.',
    chain: 'The map redirects the new URL again.',
  } satisfies Record<MapFault, string>,
  likeness: (percent: number) => `${percent}%`,
  unknownLikeness: 'Both pages need a report.',
  titles: (before: string | null, after: string | null) => `“${before ?? ''}” → “${after ?? ''}”`,
  ownCanonical: 'Itself',
  filters: {
    map_fault: 'The map itself',
    canonical: 'Canonical',
    hops: 'Redirects',
    title_likeness: 'Titles alike',
    text_likeness: 'Texts alike',
  },
  mapFaults: { loop: 'Redirects in a loop', chain: 'Redirects again' } satisfies Record<MapFault, string>,
  canonicals: { own: 'Itself', other: 'Another URL', none: 'None' },
  hops: { '0': 'None', '1': 'One', '2-': 'Two or more' },
  likenesses: { '0-49': 'Below 50%', '50-84': '50–84%', '85-100': '85% or more' },
  chip: (filter: string, value: string) => `${filter}: ${value}`,
  rows: (total: number) => counted(total, 'redirect'),
  noMatch: 'No redirects match these filters',
  unnamedColumns: { url: 'URL', title: 'Title', status: 'Status', inlinks: 'Inlinks', gone: 'Gone since' },
}
