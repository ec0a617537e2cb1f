import { createHash } from 'node:crypto'
import type { Header } from '#analyser/fetched-page.ts'
import { domainOf } from '#contract/websites/website.ts'
import { createMask, type Mask, sortSecrets } from './mask.ts'
import type { Signer } from './signature.ts'

/** What a website's owner lets us send, so that its server knows who asks. */
export type Identity = {
  userAgentSuffix: string | null
  headers: readonly Header[]
  basic: { user: string; password: string } | null
  /** Names and values. */
  cookies: Header[]
  /** Requests are signed (Web Bot Auth). */
  signature: boolean
  /** Further hosts that it is sent to, each with its port, if it isn’t the standard one. */
  hosts: string[]
}

/** The URLs that an identity is for. Nothing of it is secret. */
export type IdentityScope = {
  domain: string
  hosts: readonly string[]
  /** The URL that was asked for has no encryption, so its owner accepts that the identity is sent without. */
  allowsHttp: boolean
}

/** The identity of one website, for the requests of a session. */
export type SentIdentity = IdentityScope & {
  identity: Identity
  signer: Signer | null
  /** Tells responses to it from those to others, where responses are shared. */
  key: string
}

/**
 * @param asked the URL that a person asked for: that of the page, or the one that a crawl starts from
 * @param domain that of the website
 */
export function identityFor(
  asked: URL,
  identity: Identity,
  signer: Signer | null,
  domain = domainOf(asked),
): SentIdentity {
  const allowsHttp = asked.protocol === 'http:'
  const content = JSON.stringify([domain, allowsHttp, identity])
  const key = createHash('sha256').update(content).digest('base64url')
  return { identity, domain, hosts: identity.hosts, allowsHttp, signer: identity.signature ? signer : null, key }
}

/**
 * Returns true if a URL gets the identity: on the website itself or a host that was named with it. Each redirect is a
 * URL of its own.
 */
export function isSentTo(url: URL, { domain, hosts, allowsHttp }: IdentityScope): boolean {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp)) return false
  return domainOf(url) === domain || hosts.includes(url.host.replace(/\.(?=:\d+$|$)/, ''))
}

/** Returns the headers that a URL gets, without those of another host. */
export function headersFor(url: URL, sent: SentIdentity | undefined): Header[] {
  if (!sent || !isSentTo(url, sent)) return []
  const { headers, basic, cookies } = sent.identity
  return [
    ...headers,
    ...(basic ? [authorizationOf(basic)] : []),
    ...(cookies.length > 0 ? [cookiesOf(cookies)] : []),
    // A signature without encryption could be sent again by anyone who sees it.
    ...(sent.signer && url.protocol === 'https:' ? sent.signer.sign(url) : []),
  ]
}

/**
 * Returns the values that nobody may read in a report, even if a page echoes them. Usernames are shown, and so is the
 * suffix of the user agent.
 */
export function secretsOf(sent: SentIdentity | undefined): string[] {
  if (!sent) return []
  const { headers, basic, cookies } = sent.identity
  return [
    ...headers.flatMap(([, value]) => [value, value.replace(/^(?:basic|bearer|token)\s+/i, '')]),
    ...cookies.map(([, value]) => value.replaceAll('"', '')),
    ...(basic ? [basic.password, credentialsOf(basic).replaceAll('=', '')] : []),
  ].map((value) => value.trim())
}

/** Returns the mask for texts that no response without the identity can be compared with. */
export const maskFor = (sent: SentIdentity | undefined): Mask => createMask(sortSecrets(secretsOf(sent)).long)

const credentialsOf = ({ user, password }: NonNullable<Identity['basic']>) =>
  Buffer.from(`${user}:${password}`).toString('base64')

const authorizationOf = (basic: NonNullable<Identity['basic']>): Header => [
  'Authorization',
  `Basic ${credentialsOf(basic)}`,
]

const cookiesOf = (cookies: Header[]): Header => [
  'Cookie',
  cookies.map(([name, value]) => `${name}=${value}`).join('; '),
]

export function userAgentFor(url: URL, sent: SentIdentity | undefined, userAgent: string): string {
  const suffix = sent && isSentTo(url, sent) ? sent.identity.userAgentSuffix : null
  return suffix ? `${userAgent} ${suffix}` : userAgent
}

export const hasPasswordFor = (url: URL, sent: SentIdentity | undefined): boolean =>
  sent !== undefined && sent.identity.basic !== null && isSentTo(url, sent)

/** Returns a prefix for the keys of shared responses, so that those to an identity serve no others. */
export const sharedKeyOf = (url: URL, sent: SentIdentity | undefined): string =>
  sent && isSentTo(url, sent) ? `${sent.key} ` : ''
