import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import type { Unlocker } from '#service/access/unlock.ts'
import type { AnalyserPool } from '#service/jobs/analyser-pool.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import type { PreviewImages } from '#service/previews/images.ts'
import type { Store } from '#service/store/database.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import type { Identify } from './identify.ts'
import type { RequestLimits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { ConstantJson } from './responses/constant-json.ts'

/** What route handlers use. */
export type HttpDeps = {
  store: Store
  db: Store['db']
  queue: AnalysisQueue
  /** Compares stored reports in a thread, outside of the queue. */
  pool: Pick<AnalyserPool, 'compare' | 'findIssueStates'>
  purger: Purger
  publicUrl: string | null
  version: string
  limits: RequestLimits
  identify: Identify
  audit: AuditRecorder
  /** Tells the job runner of this process, if it has one, about new work. */
  wakeJobs: () => void
  log: Logger
  /** Whether PDF files can be made. */
  canPrint: boolean
  metrics: Metrics
  /** Whether alerts can be sent by mail. */
  canMail: boolean
  /** Returns why a webhook is never called, or null. */
  webhookFailure: (url: URL) => FetchFailure | null
  /** Signs cookies and webhooks. */
  secret: string
  /** True once the service is shutting down. */
  isDraining: () => boolean
  unlocker: Unlocker
  /** Returns the OpenAPI document. */
  apiDocument: () => ConstantJson
  /** Makes a PDF file of a client report. Throws a `Problem` if it can't. */
  print: (document: ClientDocument, requester: { key: string; signal: AbortSignal }) => Promise<Buffer>
  images: PreviewImages
  visits: {
    /** Records that a share link was opened. */
    opened(request: FastifyRequest, link: LinkRecord): Promise<void>
    /** Records a request behind a share link, which may not have been opened first. */
    readBehind(request: FastifyRequest, link: LinkRecord): Promise<void>
  }
}
