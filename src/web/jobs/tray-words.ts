import { counted, grouped } from '#contract/format/numbers.ts'
import type { Job, JobState } from '#contract/jobs/job.ts'

const urls = (count: number) => counted(count, 'URL')

/** The words of the tray of jobs. */
export const trayWords = {
  label: 'Jobs',
  summary: (running: number, done: number, of: number) =>
    running === 0 ? 'Jobs finished' : `Analysing ${grouped(done)} of ${grouped(of)}`,
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
    return kind === 'url' && url ? url : urls(counts.total)
  },
  state: (
    state: JobState,
    { total, done, failed }: Pick<Job['counts'], 'total' | 'done' | 'failed'>,
    isSitemap: boolean,
  ) => {
    const soFar = `${grouped(done + failed)} of ${grouped(total)}`
    const failures = failed === 0 ? '' : ` · ${grouped(failed)} failed`
    switch (state) {
      case 'queued':
        return isSitemap && total === 0 ? 'Waiting to read the sitemap' : `Waiting to start · ${urls(total)}`
      case 'running':
        return isSitemap && total === 0 ? 'Reading the sitemap…' : soFar + failures
      case 'paused':
        return `Paused at ${soFar}${failures}`
      case 'cancelled':
        return `Cancelled at ${soFar}${failures}`
      case 'done':
      case 'failed':
        return `${grouped(done)} analysed${failures}`
    }
  },
  progress: (title: string) => `Progress of ${title}`,

  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: (failed: number) => `Retry ${grouped(failed)} failed`,
  view: 'View reports',
  dismiss: (title: string) => `Dismiss ${title}`,

  cancelTitle: 'Cancel this job?',
  cancelText: (left: number) => `${urls(left)} won’t be analysed. Reports created so far are kept.`,
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
