import type { AnalysisQueue } from '#service/jobs/queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import type { Store } from '#service/store/database.ts'
import type { Audit } from './audit-notes.ts'
import type { Identify } from './identify.ts'
import type { Limits } from './limits.ts'

/** What handlers act through. */
export type HttpDeps = {
  store: Store
  queue: AnalysisQueue
  purger: Purger
  publicUrl: string | null
  version: string
  limits: Limits
  identify: Identify
  audit: Audit
  /** True once the service was told to stop. */
  isDraining: () => boolean
}
