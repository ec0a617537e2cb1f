import type { Header } from '#analyser/fetched-page.ts'
import type { identityParts } from '#contract/websites/identity.ts'
import { PageRefused } from './failures.ts'
import { contextFor, type SessionOptions, startSession } from './fetch-session.ts'
import { headersFor, isSentTo, maskFor, type SentIdentity, userAgentFor } from './identity.ts'
import { mask } from './mask.ts'
import { chainTime, followRedirects } from './requests/redirects.ts'
import { fetchUrl } from './requests/request.ts'

type IdentityPart = (typeof identityParts)[number]

/** A request as its server saw it, with secrets masked. `status` is null if there was no response. */
export type TriedRequest = { url: string; status: number | null; sent: IdentityPart[]; headers: Header[] }
export type Attempt = { requests: TriedRequest[]; failure: PageRefused | null }

const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

/**
 * Requests a URL once with an identity, follows its redirects, and reads no body.
 * @throws the signal's reason
 */
export async function tryIdentity(url: URL, options: SessionOptions): Promise<Attempt> {
  const session = startSession(options)
  const context = contextFor(url, session)
  const { limits, userAgent, identity } = context
  const requests: TriedRequest[] = []
  const { hideIn } = maskFor(identity)
  try {
    await followRedirects(
      url,
      { accept, bodyBytes: limits.bodyBytes, needsNewConnection: true, readsBody: () => false },
      limits.redirects,
      { ...context, chain: chainTime(limits.requestMs) },
      undefined,
      async (hop, ...rest) => {
        const request: TriedRequest = { url: hideIn(hop.href), status: null, ...seenBy(hop, userAgent, identity) }
        requests.push(request)
        const response = await fetchUrl(hop, ...rest)
        request.status = response.status
        return response
      },
    )
    return { requests, failure: null }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof PageRefused)) throw error
    return { requests, failure: error }
  } finally {
    session.context.connections.close()
  }
}

/** Returns what a host gets, by the same functions as each request. */
function seenBy(url: URL, userAgent: string, sent: SentIdentity | undefined): Pick<TriedRequest, 'sent' | 'headers'> {
  const own = headersFor(url, sent)
  const hasSuffix = userAgentFor(url, sent, userAgent) !== userAgent
  const names = new Set(own.map(([name]) => name.toLowerCase()))
  const parts: [IdentityPart, boolean][] = [
    ['user_agent_suffix', hasSuffix],
    ['headers', sent !== undefined && isSentTo(url, sent) && sent.identity.headers.length > 0],
    ['basic', names.has('authorization')],
    ['cookies', names.has('cookie')],
    ['signature', names.has('signature')],
  ]
  return {
    sent: parts.flatMap(([part, isSent]) => (isSent ? [part] : [])),
    headers: [
      ['Host', url.host],
      ['User-Agent', hasSuffix ? `${userAgent} ${mask}` : userAgent],
      ['Accept', accept],
      ...own.map(([name, value]): Header => [name, masked(name.toLowerCase(), value)]),
    ],
  }
}

/** Names in a value help to find a mistake, and are no secret. */
function masked(name: string, value: string): string {
  if (name === 'cookie') return value.replace(/=[^;]*/g, `=${mask}`)
  if (name === 'authorization') return `Basic ${mask}`
  return name === 'signature-input' || name === 'signature-agent' ? value : mask
}
