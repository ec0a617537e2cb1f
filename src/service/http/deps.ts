import type { Logger } from 'pino'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import type { Store } from '#service/store/database.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import type { Identify } from './identify.ts'
import type { Limits } from './limits.ts'

/** What route handlers use. */
export type HttpDeps = {
  store: Store
  queue: AnalysisQueue
  purger: Purger
  publicUrl: string | null
  version: string
  limits: Limits
  identify: Identify
  audit: AuditRecorder
  log: Logger
  /** True once the service is shutting down. */
  isDraining: () => boolean
}
