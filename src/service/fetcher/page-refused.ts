import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { Failure } from './failures.ts'

/** A page or another URL that cannot be read. Callers see all but `detail`, which goes to the log only. */
export class PageRefused extends Error {
  readonly code: FetchFailure
  readonly sentence: string
  readonly clause: string
  readonly blockedBy: Failure['blockedBy']
  readonly detail: Record<string, unknown>

  constructor({ code, sentence, clause, blockedBy }: Failure, detail: Record<string, unknown> = {}) {
    super(sentence)
    this.name = 'PageRefused'
    this.code = code
    this.sentence = sentence
    this.clause = clause
    this.blockedBy = blockedBy
    this.detail = detail
  }
}

/** Returns the code and message of any thrown value, for a log line. */
export function errorDetailOf(error: unknown): Record<string, unknown> {
  return { code: codeOf(error) ?? null, message: error instanceof Error ? error.message : String(error) }
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
