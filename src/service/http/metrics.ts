import type { Kysely } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { jobFigures } from '#service/store/jobs/counts.ts'
import type { Schema } from '#service/store/schema.ts'

export type Metrics = {
  /** Returns the text that Prometheus reads, with the numbers of running and waiting analyses. */
  read(db: Kysely<Schema>, analyses: { running: number; waiting: number }): Promise<string>
  countRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  /** `outcome` is `report`, or the code of the failure. */
  countAnalysis(outcome: string, seconds: number): void
  countQuery(isWrite: boolean, seconds: number): void
  countUncaughtError(): void
}

const seconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts this process's work, with `ofProcess` its memory, CPU, garbage collection and event loop too. The figures of
 * jobs are read from the database, so they are those of all processes.
 */
export function createMetrics(ofProcess = false): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const name = (text: string) => `seo_reports_${text}`
  const requests = new Histogram({
    name: name('http_request_seconds'),
    help: 'Time from a request to its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  })
  const analyses = new Histogram({
    name: name('analysis_seconds'),
    help: 'Time of an analysis, by its outcome: report, or why there is none.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const queries = new Histogram({
    name: name('database_query_seconds'),
    help: 'Time of a statement.',
    labelNames: ['kind'],
    buckets: seconds,
    registers,
  })
  const failures = new Counter({
    name: name('database_unavailable_total'),
    help: 'How often reading the figures of jobs failed.',
    registers,
  })
  const uncaught = new Counter({
    name: name('uncaught_errors_total'),
    help: 'Errors that nothing caught. The process stops after the first one.',
    registers,
  })
  const gauge = (text: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: name(text), help, labelNames, registers })
  const currentAnalyses = gauge('analyses', 'Analyses of this process that run or wait.', ['state'])
  const jobs = gauge('jobs', 'Unfinished jobs of all processes.', ['state'])
  const urls = gauge('job_urls', 'URLs of unfinished jobs of all processes.', ['state'])
  const age = gauge('job_age_seconds', 'Age of the oldest job with a waiting URL. Without paused jobs.')
  const alerts = gauge('alerts_pending', 'Alerts to be delivered.')
  const up = gauge('database_up', 'Whether the database responds.')

  return {
    async read(db, { running, waiting }) {
      currentAnalyses.set({ state: 'running' }, running)
      currentAnalyses.set({ state: 'waiting' }, waiting)
      const figures = await jobFigures(db).catch(() => null)
      up.set(figures ? 1 : 0)
      if (figures) {
        for (const [state, count] of Object.entries(figures.jobs)) jobs.set({ state }, count)
        for (const [state, count] of Object.entries(figures.urls)) urls.set({ state }, count)
        age.set(figures.ageSeconds)
        alerts.set(figures.alerts)
      } else failures.inc()
      return registry.metrics()
    },
    countRequest: (labels, taken) => requests.observe(labels, taken),
    countAnalysis: (outcome, taken) => analyses.observe({ outcome }, taken),
    countUncaughtError: () => uncaught.inc(),
    countQuery: (isWrite, taken) => queries.observe({ kind: isWrite ? 'write' : 'read' }, taken),
  }
}
