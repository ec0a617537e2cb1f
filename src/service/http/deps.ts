import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { AlertTest } from '#contract/jobs/alert-test.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { Rating } from '#contract/reports/rating.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import type { Unlocker } from '#service/access/unlock.ts'
import type { Attempt } from '#service/fetcher/try-identity.ts'
import type { IdentityKeys } from '#service/identity/encryption.ts'
import type { AnalyserPool } from '#service/jobs/analyser-pool.ts'
import type { AnalysisQueue } from '#service/jobs/analysis-queue.ts'
import type { Purger } from '#service/jobs/purge.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import type { Store } from '#service/store/database.ts'
import type { RoomForJobs } from '#service/store/jobs/room.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import type { Identify } from './identify.ts'
import type { RequestLimits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { ConstantJson } from './serialize.ts'
import type { TakeTurn } from './turns.ts'

/** Dependencies of route handlers. */
export type HttpDeps = {
  db: Store['db']
  /** For the readiness check. */
  ping: Store['ping']
  isDiskFull: Store['isDiskFull']
  roomForJobs: RoomForJobs
  queue: AnalysisQueue
  /** Compares stored reports in a thread, outside of the queue. */
  pool: Pick<AnalyserPool, 'compare' | 'findIssueStates'>
  purger: Purger
  publicUrl: string | null
  version: string
  limits: RequestLimits
  takeTurn: TakeTurn
  identify: Identify
  audit: AuditRecorder
  /** Wakes the job runner of this process, if it has one, for new work. */
  wakeJobs: () => void
  log: Logger
  /** True if PDF files can be made. */
  canPrint: boolean
  metrics: Metrics
  /** True if alerts can be sent by mail. */
  canMail: boolean
  /** Returns the reason for never contacting a URL, or null. Its host isn’t looked up. */
  urlFailure: (url: URL) => FetchFailure | null
  /** Sends a test to the recipients of a rule, by the origin of the dashboard. */
  sendTestAlert: (rule: AlertRuleRecord, origin: string) => Promise<AlertTest>
  /** Encrypt the identities of websites. */
  identityKeys: IdentityKeys
  /** Requests a URL of a website with its identity. Throws a PageRefused if that is locked. */
  tryIdentity: (url: URL, domain: string, signal: AbortSignal) => Promise<Attempt>
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
  drawLogo: DrawLogo
  visits: {
    /** Records that a share link was opened. */
    opened(request: FastifyRequest, link: LinkRecord): Promise<void>
    /** Records a request through a share link, which may not have been opened first. */
    readThrough(request: FastifyRequest, link: LinkRecord): Promise<void>
  }
}

/** A passed check is as good as a good report, a warning decent, and a failure bad. `none` is no result. */

/** The content of a shared page's preview picture. */
export type Card = {
  /** ASCII, as in a URL. */
  host: string
  /** The path with its query; empty for the root. */
  path: string
  title: string | null
  /** "Google can index this page"; null if not known, and without a report. */
  indexability: string | null
  /** 0 to 100; null without a report. */
  score: number | null
  rating: Rating | null
  /** "14 to fix" */
  note: string
  /** "3 May 2026" */
  date: string | null
}

/**
 * Returns an SVG as a PNG, or null if it can't be drawn within the limits. Throws a 503 Problem when too many are
 * waiting.
 */
export type DrawLogo = (svg: Buffer) => Promise<Buffer | null>

/** Draws preview pictures. */
export type PreviewImages = {
  /** Returns a name for the picture of a card, the same for equal cards. */
  nameOf(card: Card): string
  /** Returns a PNG. Throws a 503 Problem when too many requests are waiting. */
  draw(card: Card): Promise<Uint8Array>
  /** Starts the worker thread if it is not running. */
  warmUp(): void
}
