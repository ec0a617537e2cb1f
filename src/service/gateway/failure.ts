import { causeOf, codeOf, PageRefused } from '#service/fetcher/page-refused.ts'
import { Problem } from '#service/http/problem.ts'
import { sentences } from './sentences.ts'

/** What broke before there was an answer: for the caller a sentence, for the log what happened. A fault of our own stays one. */
export function failureOf(
  error: unknown,
  isWrite: boolean,
): { problem: Problem; detail: Record<string, unknown> } | undefined {
  if (error instanceof PageRefused) return { problem: refusedConnection(error.detail), detail: error.detail }
  const code = codeOf(error)
  if (code === undefined || code.startsWith('ERR_INVALID') || code.startsWith('ERR_UNESCAPED')) return undefined
  return { problem: new Problem(502, sentenceFor(code, isWrite)), detail: causeOf(error) }
}

function refusedConnection(detail: Record<string, unknown>): Problem {
  const codes = [detail['handshake'], ...(Array.isArray(detail['failures']) ? (detail['failures'] as unknown[]) : [])]
    .map(codeOf)
    .filter((code) => code !== undefined)
  if (codes.some(isUntrusted)) return new Problem(502, sentences.untrusted)
  const isLate = detail['lookup'] === 'timed out' || (codes.length > 0 && codes.every((code) => code === 'ETIMEDOUT'))
  return isLate ? new Problem(504, sentences.connectTimeout) : new Problem(502, sentences.unreachable)
}

/** OpenSSL's words for a chain, a date or a name that is not right. */
const isUntrusted = (code: string) =>
  /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_CA$|^PATH_LENGTH_EXCEEDED$|^INVALID_PURPOSE$|^HOSTNAME_MISMATCH$/.test(code)

function sentenceFor(code: string, isWrite: boolean): string {
  if (code === 'HPE_HEADER_OVERFLOW') return sentences.headersTooLarge(isWrite)
  if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP')) return sentences.notHttp(isWrite)
  return sentences.brokeOff(isWrite)
}
