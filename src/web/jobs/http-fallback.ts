import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ApiError } from '#web/data/api-error.ts'

/** Failures after which a URL without a scheme is tried with http, because nothing speaks https there. */
const failures = new Set<FetchFailure>(['unreachable', 'tls', 'timeout', 'connection_closed', 'invalid_response'])

/** Whether nothing responded over https, by the code of an error. */
export const isUnreachable = (code: string | null | undefined) => (failures as Set<unknown>).has(code)

/** Whether an analysis failed because nothing responded over https. Only servers with error codes show this. */
export const canTryHttp = ({ codes }: Pick<ApiError, 'codes'>): boolean => (codes['url'] ?? []).some(isUnreachable)
