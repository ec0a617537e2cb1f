import { chooseServer, chosenServer, knownServers } from './known-servers.ts'

/** The source of this page's server: the browser's own choice, or a link. */
export type Arrival = { kind: 'own' } | { kind: 'linked' } | { kind: 'refused'; wrong: InvalidServerUrl; given: string }

type Decision = { server: string; arrival: Arrival }

/**
 * Decides which server the page uses. A link to a known server switches to it, with its own key. A link to an unknown
 * one starts without any key. A link to anything else is refused. '' is no server.
 */
export function decideServer({
  linked,
  chosen,
  known,
  page,
}: {
  linked: string | null
  chosen: string | null
  known: readonly string[]
  page: Page
}): Decision {
  const read = readServerUrl(chosen ?? '', page)
  const own = 'address' in read ? read.address : ''
  // A link chose it before this page was reloaded.
  if (linked === null) return { server: own, arrival: { kind: own && !known.includes(own) ? 'linked' : 'own' } }
  const typed = readServerUrl(linked, page)
  if ('address' in typed && (typed.address === own || known.includes(typed.address)))
    return { server: typed.address, arrival: { kind: 'own' } }
  const named = readLinkedUrl(linked, page)
  return 'address' in named
    ? { server: named.address, arrival: { kind: 'linked' } }
    : { server: '', arrival: { kind: 'refused', wrong: named.wrong, given: linked } }
}

// Decided once, at the start of the page.
let arrival: Arrival = { kind: 'own' }

/** The source of this page load's server. */
export const arrivedBy = () => arrival

/** The server named by the build, if any. It counts as known. */
export const builtIn: string = import.meta.env.VITE_SERVER ?? ''

/** Decides at the start of the page, and removes the server from the page's URL. */
export function startServer(): string {
  const url = new URL(location.href)
  const linked = url.searchParams.get('server')
  const known = [...knownServers().map(({ address }) => address), builtIn].filter(Boolean)
  const decision = decideServer({ linked, chosen: chosenServer() ?? builtIn, known, page: location })
  arrival = decision.arrival
  if (linked === null) return decision.server
  if (decision.server) chooseServer(decision.server, false)
  url.searchParams.delete('server')
  // The link's page belongs to no server of this browser.
  const address = arrival.kind === 'refused' ? `${import.meta.env.BASE_URL}sign-in` : url.href
  history.replaceState(history.state, '', address)
  return decision.server
}

/** The fault of a text as a server URL. `private`: a link names a server inside the reader's own network. */
export type InvalidServerUrl = 'empty' | 'unreadable' | 'scheme' | 'credentials' | 'insecure' | 'private'

type Page = { protocol: string; hostname: string }

/** A colon followed by a port doesn't end a scheme. */
const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i
const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/
/** Some browsers accept a space as %20. */
const hostname = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i
const maxLength = 2048

/**
 * Reads a server URL as people type, paste or link it: the origin and the path before `/api/v1`, if any, without a
 * slash at the end. Browsers let an https page call http servers only on the same machine.
 */
export function readServerUrl(typed: string, page: Page): { address: string } | { wrong: InvalidServerUrl } {
  const text = typed.trim()
  if (!text) return { wrong: 'empty' }
  if (text.length > maxLength) return { wrong: 'unreadable' }
  const hasScheme = /^https?:\/\//i.test(text)
  if (!hasScheme && otherScheme.test(text)) return { wrong: 'scheme' }
  const url = parse(hasScheme ? text : `https://${text.replace(/^\/\//, '')}`)
  if (!url || !hostname.test(url.hostname)) return { wrong: 'unreadable' }
  if (url.username || url.password) return { wrong: 'credentials' }
  const isHere = loopback.test(url.hostname)
  if (!hasScheme && isHere) url.protocol = 'http:'
  if (url.protocol === 'http:' && !isHere && page.protocol !== 'http:') return { wrong: 'insecure' }
  return { address: url.origin + url.pathname.replace(/\/api\/v1(?:\/.*)?$/s, '').replace(/(?<!\/)\/+$/, '') }
}

/** Reads a server URL from a link. A link must not lead a public page into the reader's private network. */
export function readLinkedUrl(given: string, page: Page): ReturnType<typeof readServerUrl> {
  const read = readServerUrl(given, page)
  return 'address' in read && isPrivate(new URL(read.address).hostname) && !isPrivate(page.hostname)
    ? { wrong: 'private' }
    : read
}

function parse(text: string) {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const privateNumbers =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)\.?$/

/** Returns true if a host belongs to this machine or a private network, by its name. */
export function isPrivate(hostname: string) {
  if (hostname.startsWith('[')) return !/^\[[23]/.test(hostname)
  return privateNumbers.test(hostname) || privateNames.test(hostname) || !hostname.includes('.')
}
