import { counted } from '#contract/format/numbers.ts'
import type { AnalysisStage } from '#contract/reports/analysis.ts'
import { roundScore } from '#contract/reports/rating.ts'
import type { ApiErrorKind } from '#web/data/api-error.ts'

/** The form of one page, and the button that opens it. */
export const analyseWords = {
  label: 'Page URL',
  placeholder: 'example.com/page',
  submit: 'Analyse',
  cancel: 'Cancel',
  hide: 'Run in background',
  close: 'Close',
}

const whys = {
  left: 'You left the page while this URL was being analysed.',
  network: 'We lost the connection before the server replied about this URL.',
  timeout: 'The server took too long to reply about this URL.',
  unreadable: 'We couldn’t read the server’s response about this URL.',
  'too-large': 'The server’s response about this URL was too large to read.',
} satisfies Partial<Record<ApiErrorKind | 'left', string>>
const why: Partial<Record<string, string>> = whys

/** The reason for a missing report, below the field. */
export const problemWords = {
  empty: 'Enter a page URL, such as example.com/page.',
  inBackground: 'Analyse in the background',
}

const stages = {
  waiting: () => 'Waiting for other analyses',
  fetching: () => 'Fetching the page',
  rendering: () => 'Rendering the page',
  links: ({ done, total }: AnalysisStage) =>
    total === null ? 'robots.txt and links' : `robots.txt and links: ${done} of ${total}`,
  checks: () => 'Running the checks',
}

/** The words for analyses that run or wait. */
export const runningWords = {
  label: 'Running analyses',
  starting: (url: string) => `Analysing ${url}`,
  queued: (url: string) => `${url} is next.`,
  queuedAll: (count: number) => `Analysing ${counted(count, 'URL')}, one at a time.`,
  waits: (url: string) => `You’re offline. We’ll analyse ${url} when you’re connected.`,
  offline: 'You’re offline. We’ll analyse these when you’re connected.',
  next: 'Next:',
  drop: (url: string) => `Remove ${url}`,
  stage: (stage: AnalysisStage | null) => (stage ? stages[stage.name](stage) : 'Analysing'),
  seconds: (seconds: number) => `${seconds} s`,
  cancel: (url: string) => `Cancel ${url}`,
  ready: (url: string, score: number | null) =>
    score === null ? `Report of ${url} ready.` : `Report of ${url} ready. Score: ${roundScore(score)}.`,
  open: 'View report',
  edit: 'Edit URL',
  triesHttp: (url: string) => `${url} didn’t respond. Trying http.`,
  http: (url: string) => `${url} didn’t respond, so we analysed it over http.`,
  cancelled: 'Cancelled. If the server had already started, the report may still be saved.',
}

/** The words for analyses whose result is unknown. */
export const pendingWords = {
  label: 'Analyses with an unknown result',
  why: (reason: string | null) => why[reason ?? ''] ?? 'We don’t know whether this URL was analysed.',
  repeating: 'Finishing the analysis…',
  ready: (id: number) => `Report ${id} is ready.`,
  unknown: 'A report may have been saved.',
  open: (id: number) => `View report ${id}`,
  find: 'Find in reports',
  analyseAgain: 'Analyse again',
  dismiss: 'Dismiss',
}

/** The words of the page that a bookmarklet opens. */
export const newReportWords = {
  title: 'Analyse a page',
  ask: 'A link or bookmarklet filled in this URL. Nothing is sent until you choose Analyse.',
  readOnly: 'You can’t analyse pages, because your access is read-only.',
}
