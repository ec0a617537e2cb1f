import { chooseServer, chosenServer, knownServers } from './known-servers.ts'
import { readLinkedUrl, readServerUrl, type InvalidServerUrl } from './server-url.ts'

/** How this page got its server: from the browser's own choice, or from a link. */
export type Arrival = { kind: 'own' } | { kind: 'linked' } | { kind: 'refused'; wrong: InvalidServerUrl; given: string }

type Page = { protocol: string; hostname: string }
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

/** How this page load got its server. */
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
