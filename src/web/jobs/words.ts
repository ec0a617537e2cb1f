import { counted, grouped } from '#contract/format/numbers.ts'
import { type Job, maxJobBody } from '#contract/jobs/job.ts'
import type { RedirectProblem } from '#contract/jobs/redirect-map.ts'
import type { LineProblem } from '#contract/jobs/url-list.ts'
import type { AnalyseSource } from '#web/data/analyse-request.ts'

const urls = (count: number) => counted(count, 'URL')
const numbers = (lines: readonly number[], most = 5) => {
  const named = lines.slice(0, most).join(', ')
  const more = lines.length > most ? ` and ${grouped(lines.length - most)} more` : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${named}${more}`
}

type JobProgress = Pick<Job, 'kind' | 'state'> & {
  counts: Pick<Job['counts'], 'total' | 'done' | 'failed'>
  checking?: Job['checking']
  results?: { pages: number; not_indexable: number } | null
  not_indexable?: number
}

const checkingLinks = ({ done, total }: NonNullable<Job['checking']>) =>
  `Checking links… ${grouped(done)} of ${grouped(total)}`

/** The words of the dialog that starts analyses. */
export const addWords = {
  title: 'Analyse',
  sources: {
    page: 'Page',
    list: 'List',
    sitemap: 'Sitemap',
    crawl: 'Crawl',
    redirects: 'Redirects',
  } satisfies Record<AnalyseSource, string>,
  source: 'What to analyse',
  cancel: 'Cancel',
  dropHere: 'Drop a CSV or text file to analyse its URLs',
  tooLargeFile: `This file is larger than ${maxJobBody / 1024 / 1024} MB. Split it, then try again.`,
  unreadableFile: 'We couldn’t read this file. Choose a CSV or text file.',
  needsJobs: 'This server can’t read sitemaps or crawl websites. Paste the URLs, or drop a sitemap file here.',

  urls: 'URLs, one per line',
  urlsHint: 'Paste lines or a table, or drop a CSV or text file anywhere on the page.',
  file: 'Choose a file',

  summary: (count: number, today: number, wrong: readonly number[], repeated: number) =>
    [
      urls(count),
      today > 0 && `${grouped(today)} analysed today`,
      wrong.length > 0 && `${grouped(wrong.length)} not ${wrong.length === 1 ? 'a URL' : 'URLs'} (${numbers(wrong)})`,
      repeated > 0 && counted(repeated, 'duplicate'),
    ]
      .filter(Boolean)
      .join(', '),
  empty: 'Enter at least one URL, such as example.com/page.',
  onlyToday: 'All of these were analysed today. To analyse them again, include them.',
  tooMany: (most: number) => `You can add ${grouped(most)} URLs at once. Split the list, then try again.`,
  wrong: 'Lines that aren’t URLs',
  wrongHint: 'Correct them here, or they’re left out.',
  moreWrong: (count: number) => `${grouped(count)} more. Correct them in the list above.`,
  line: (line: number) => `Line ${line}`,
  remove: (line: number) => `Remove line ${line}`,
  problems: {
    not_url: 'This isn’t a URL.',
    has_space: 'A URL can’t contain spaces. Write each as %20.',
    other_scheme: 'Only http and https URLs can be analysed.',
    has_credentials: 'Remove the username and password. Set them under Access and rendering of the website instead.',
    too_long: 'This URL is too long.',
  } satisfies Record<LineProblem, string>,
  corrected: 'Corrected',
  findingToday: 'Finding those analysed today.',
  todayUnknown: 'We couldn’t find out which were analysed today. Try again, or don’t skip them.',
  skipToday: (count: number | null) =>
    count === null
      ? 'Skip those analysed today'
      : count === 1
        ? 'Skip the one analysed today'
        : `Skip the ${grouped(count)} analysed today`,
  guesses: (count: number) =>
    `${counted(count, 'URL has', 'URLs have')} no scheme. We try https first, then http if nothing responds.`,
  duplicates: (lines: readonly number[]) => `Duplicates are analysed once (${numbers(lines)}).`,
  keepOpen: 'Keep this tab open until it’s done. This server can’t run jobs, so we analyse one URL at a time.',
  analyse: (count: number) => (count === 0 ? 'Analyse' : `Analyse ${urls(count)}`),

  analyseSitemap: 'Analyse sitemap',

  startCrawl: 'Start crawl',
  limits: 'More limits',
  suggestions: 'These parameters didn’t change the page in the last crawl:',
  ignore: (name: string) => `Ignore ${name}`,
}

/** The words of the form that asks for a redirect map. */
export const redirectFormWords = {
  label: 'Old and new URLs, one pair per line',
  hint: 'Paste rows from a spreadsheet or CSV file. A header row can name the columns. Otherwise, the first two are used.',
  summary: (rows: number, wrong: number) =>
    [counted(rows, 'redirect'), wrong > 0 && counted(wrong, 'wrong line')].filter(Boolean).join(', '),
  empty: 'Enter at least one pair, such as example.com/old,example.com/new.',
  wrong: 'Lines that can’t be checked',
  problem: (problem: RedirectProblem) => {
    if (problem.kind === 'needs_two') return 'Enter an old and a new URL.'
    if (problem.kind === 'contradiction') return `Line ${problem.line} has a different new URL for this old one.`
    return `${problem.kind === 'old' ? 'Old URL' : 'New URL'}: ${addWords.problems[problem.why]}`
  },
  moreWrong: (count: number) => `${grouped(count)} more. All of these are left out.`,
  loops: (lines: readonly number[]) => `The map itself redirects these in a loop (${numbers(lines)}).`,
  chains: (lines: readonly number[]) => `The map redirects these new URLs again (${numbers(lines)}).`,
  repeated: (lines: readonly number[]) => `Duplicates are checked once (${numbers(lines)}).`,
  check: (count: number) => (count === 0 ? 'Check redirects' : `Check ${counted(count, 'redirect')}`),
}

/** The words of the tray of jobs. */
export const trayWords = {
  label: 'Jobs',
  allRuns: 'All runs',
  by: (name: string) => `by ${name}`,
  summary: (running: number, done: number, of: number) =>
    running === 0 ? 'Jobs finished' : `Analysing ${grouped(done)} of ${grouped(of)}`,
  checkingLinks,
  minimise: 'Minimise',
  expand: 'Show jobs',

  started: (count: number | null) => (count === null ? 'Job started.' : `Job started: ${urls(count)}.`),
  finished: (done: number, failed: number) =>
    failed === 0
      ? `Job finished: ${urls(done)} analysed.`
      : `Job finished: ${grouped(done)} analysed, ${grouped(failed)} failed.`,

  /** `url` is that of the job as people read it. */
  title: ({ kind, label, counts }: Pick<Job, 'kind' | 'label' | 'counts'>, url: string | null) => {
    if (label) return label
    if (kind === 'sitemap') return `Sitemap ${url}`
    if (kind === 'crawl') return `Crawl of ${url}`
    if (kind === 'redirects') return `Redirect map of ${counted(counts.total, 'URL')}`
    return kind === 'url' && url ? url : urls(counts.total)
  },
  /** "61 pages · 17 not indexable · 1 failed", or how far it is. */
  state: (job: JobProgress) => {
    const { kind, state, checking, results, not_indexable = 0, counts } = job
    const { total, done, failed } = counts
    const isSitemap = kind === 'sitemap'
    const soFar = `${grouped(done + failed)} of ${grouped(total)}`
    const failures = failed === 0 ? '' : ` · ${grouped(failed)} failed`
    switch (state) {
      case 'queued':
        return isSitemap && total === 0 ? 'Waiting to read the sitemap' : `Waiting to start · ${urls(total)}`
      case 'running':
        if (checking) return checkingLinks(checking) + failures
        return isSitemap && total === 0 ? 'Reading the sitemap…' : soFar + failures
      case 'paused':
        return `Paused at ${soFar}${failures}`
      case 'cancelled':
        return `Cancelled at ${soFar}${failures}`
      case 'done':
      case 'failed': {
        if (kind === 'redirects') return `${counted(done, 'redirect')} checked${failures}`
        const notIndexable = results?.not_indexable ?? not_indexable
        const of = notIndexable === 0 ? '' : ` · ${grouped(notIndexable)} not indexable`
        return counted(results?.pages ?? done, 'page') + of + failures
      }
    }
  },
  checked: (done: number, failed: number) =>
    `Redirects checked: ${grouped(done)}${failed === 0 ? '' : `, ${grouped(failed)} failed`}.`,
  progress: (title: string) => `Progress of ${title}`,

  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: (failed: number) => `Retry ${grouped(failed)} failed`,
  repeat: 'Run again',
  view: 'View reports',
  viewRedirects: 'View redirects',
  viewCrawl: 'View crawl',
  dismiss: (title: string) => `Dismiss ${title}`,

  cancelTitle: 'Cancel this job?',
  /** `left` is the number of URLs, 0 while links are checked. */
  cancelText: (left: number) =>
    `${left === 0 ? 'The remaining links won’t be checked' : `${urls(left)} won’t be analysed`}. Reports created so far are kept.`,
  cancelConfirm: 'Cancel job',
  keep: 'Keep going',

  failed: (count: number) => `${grouped(count)} failed`,
  all: 'All URLs',
  line: (line: number) => `Line ${line}`,
  urlStates: { queued: 'Waiting', running: 'Analysing…', cancelled: 'Cancelled' },
  score: (score: number) => `Score ${score}`,
  lines: 'URLs of this job',
  showMore: 'Show more',
  more: (count: number) => counted(count, 'more URL'),
  loading: 'Loading…',

  incomplete: (why: string) => `Some pages may be missing. ${why}`,
  again: (count: number) => `${urls(count)} without a scheme didn’t respond over https. Another job tries http.`,
  offline: 'You’re offline. We’ll start this job when you’re connected.',
  waitingTitle: (count: number | null) => (count === null ? 'New job' : urls(count)),
}
