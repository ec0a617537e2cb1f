import { isLoginPath } from '#contract/responses/problem.ts'
import { errorDetailOf, codeOf, PageRefused } from '#service/fetcher/failures.ts'
import { Problem, unauthenticated } from '#service/http/problem.ts'

const unknownOutcome = ' The change may have been made. Check before you repeat it.'
const again = ' Try again in a moment.'

/** Messages for callers of the gateway. None names the upstream server or repeats its text. */
export const sentences = {
  // One sentence for a blocked, an unknown and an unresponsive address, because callers may be untrusted.
  unreachable: `The server behind this dashboard can't be reached.${again}`,
  connectTimeout: `The connection to the server behind this dashboard timed out.${again}`,
  untrusted:
    "The certificate of the server behind this dashboard isn't trusted, so nothing was sent to it. Its administrator needs to renew or fix it.",
  silent: (seconds: number, isWrite: boolean) =>
    `The server behind this dashboard didn't respond within ${seconds} seconds.${isWrite ? unknownOutcome : again}`,
  brokeOff: (isWrite: boolean) =>
    `The server behind this dashboard closed the connection without a response.${isWrite ? unknownOutcome : again}`,
  notHttp: (isWrite: boolean) =>
    `The server behind this dashboard sent an invalid HTTP response.${isWrite ? unknownOutcome : ''}`,
  headersTooLarge: (isWrite: boolean) =>
    `The response headers of the server behind this dashboard are too large.${isWrite ? unknownOutcome : ''}`,
  redirects:
    "The server behind this dashboard redirected this request, which the gateway doesn't follow. Its administrator can set the right server URL.",
  busy: 'Too many requests to the server behind this dashboard. Try again in a moment.',
  ownPagesOnly: "Passwords can't be sent through this dashboard. Open the page on the server itself.",
}

/**
 * Translates an error that occurred before there was a response: a problem for the caller, and details for the log.
 * Returns undefined for a bug of our own.
 */
export function failureOf(
  error: unknown,
  isWrite: boolean,
): { problem: Problem; detail: Record<string, unknown> } | undefined {
  if (error instanceof PageRefused) return { problem: problemOfConnection(error.detail), detail: error.detail }
  const code = codeOf(error)
  if (code === undefined || code.startsWith('ERR_INVALID') || code.startsWith('ERR_UNESCAPED')) return undefined
  return { problem: problemFor(code, isWrite), detail: errorDetailOf(error) }
}

function problemOfConnection(detail: Record<string, unknown>): Problem {
  const codes = [detail['handshake'], ...(Array.isArray(detail['failures']) ? (detail['failures'] as unknown[]) : [])]
    .map(codeOf)
    .filter((code) => code !== undefined)
  if (codes.some(isUntrusted)) return new Problem('upstream_untrusted', sentences.untrusted)
  const timedOut = detail['lookup'] === 'timed out' || (codes.length > 0 && codes.every((code) => code === 'ETIMEDOUT'))
  return timedOut
    ? new Problem('upstream_timeout', sentences.connectTimeout)
    : new Problem('upstream_unreachable', sentences.unreachable)
}

/** OpenSSL's codes for a wrong certificate chain, date or name. */
const isUntrusted = (code: string) =>
  /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_CA$|^PATH_LENGTH_EXCEEDED$|^INVALID_PURPOSE$|^HOSTNAME_MISMATCH$/.test(code)

function problemFor(code: string, isWrite: boolean): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('upstream_invalid', sentences.headersTooLarge(isWrite))
  if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP'))
    return new Problem('upstream_invalid', sentences.notHttp(isWrite))
  return new Problem('upstream_closed', sentences.brokeOff(isWrite))
}

/** Applies to hosts other than upstream, whose own name proves nothing. */
const loginHost = /^(login|signin|auth|sso|accounts?|id|idp)\./

/**
 * Translates a redirect, because none is followed. A redirect to a login page is 401, whether or not a key was sent.
 * After a DELETE, which sends no Accept header, so is every redirect on the same server. Any other redirect is 502: the
 * configured upstream URL is wrong.
 * @param origin of upstream
 */
export function problemOfRedirect(method: string, location: string | undefined, origin: string): Problem {
  const url = location === undefined ? null : URL.parse(location, origin)
  const isRefusal =
    url &&
    /^https?:$/.test(url.protocol) &&
    (isLoginPath(url.pathname) || (url.origin === origin ? method === 'DELETE' : loginHost.test(url.hostname)))
  return isRefusal ? unauthenticated() : new Problem('upstream_redirect', sentences.redirects)
}
