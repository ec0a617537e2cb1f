import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ApiError } from '#web/data/api-error.ts'

/** Failures after which a URL without a scheme is tried with http, because the server has no https. */
const failures = new Set<FetchFailure>(['unreachable', 'tls', 'timeout', 'connection_closed', 'invalid_response'])

/** Returns true for the codes of an error after which http can be tried. */
export const isUnreachable = (code: string | null | undefined) => (failures as Set<unknown>).has(code)

/** Returns true if an analysis failed because nothing responded over https. Other servers send no error codes. */
export const canTryHttp = ({ codes }: Pick<ApiError, 'codes'>): boolean => (codes['url'] ?? []).some(isUnreachable)
