import type { Limits } from './limits.ts'
import { causeOf, codeOf, PageRefused } from './page-refused.ts'
import { sentences } from './sentences.ts'
import type { Target } from './target.ts'

/** What broke after the connection stood, in words for the caller; a fault of our own code stays what it is. */
export function failureOf(error: unknown, target: Target, limits: Limits, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const code = codeOf(error)
  if (error instanceof PageRefused || code === undefined) return error
  return new PageRefused(sentenceFor(code, limits), { host: target.host, port: target.port, ...causeOf(error) })
}

function sentenceFor(code: string, limits: Limits): string {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HEADERS_TOO_LARGE') {
    return sentences.headersTooLarge(limits.headerBytes)
  }
  if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP')) return sentences.notHttp
  if (code.startsWith('ERR_SSL_')) return sentences.noSecureConnection
  return sentences.brokeOff
}
