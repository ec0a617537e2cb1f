import { PageRefused } from './page-refused.ts'
import { sentences } from './sentences.ts'

export const longestUrl = 2_048

/**
 * Reads what a person typed or a program sent: trimmed, parsed as browsers do, its fragment dropped.
 * Where the address may lead is decided later, before anything is contacted.
 * @throws PageRefused
 */
export function readPageUrl(text: string): URL {
  const trimmed = text.trim()
  if (trimmed === '') throw new PageRefused(sentences.missing)
  if (!/^https?:/i.test(trimmed)) throw new PageRefused(sentences.noScheme)
  const url = URL.parse(trimmed)
  if (!url) throw new PageRefused(sentences.notAnAddress)
  url.hash = ''
  if (hasCredentials(url)) throw new PageRefused(sentences.credentials)
  if (url.href.length > longestUrl) throw new PageRefused(sentences.tooLong(longestUrl))
  return url
}

export function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

/** The website a page belongs to: its host, without a leading `www.`, with a port that is not the scheme's own. */
export function domainOf(url: URL): string {
  const name = withoutFinalDot(url.hostname)
  const bare = name.startsWith('www.') && name.slice(4).includes('.') ? name.slice(4) : name
  return url.port === '' ? bare : `${bare}:${url.port}`
}

export function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
