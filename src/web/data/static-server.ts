import { chooseServer, chosenServer, keptServers } from './kept-servers.ts'
import { readLinkedAddress, readServerAddress, type WrongAddress } from './server-url.ts'

/** How this page came to its server: by its own choice, or by a link that named one. */
export type Arrival = { kind: 'own' } | { kind: 'linked' } | { kind: 'refused'; wrong: WrongAddress; given: string }

type Page = { protocol: string; hostname: string }
type Decision = { server: string; arrival: Arrival }

/**
 * Which server a page speaks to. A link that names a known one switches to it, for its key is its own; one that names a stranger
 * leaves everything behind and asks for a key; one that names something else is refused. No server is ''.
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
  const read = readServerAddress(chosen ?? '', page)
  const own = 'address' in read ? read.address : ''
  // Chosen by a link before this page was loaded again.
  if (linked === null) return { server: own, arrival: { kind: own && !known.includes(own) ? 'linked' : 'own' } }
  const typed = readServerAddress(linked, page)
  if ('address' in typed && (typed.address === own || known.includes(typed.address)))
    return { server: typed.address, arrival: { kind: 'own' } }
  const named = readLinkedAddress(linked, page)
  return 'address' in named
    ? { server: named.address, arrival: { kind: 'linked' } }
    : { server: '', arrival: { kind: 'refused', wrong: named.wrong, given: linked } }
}

let arrival: Arrival = { kind: 'own' }

/** How this page came to its server. */
export const arrivedBy = () => arrival

/** Where a build names a server, that one is filled in, and known. */
export const builtIn: string = import.meta.env.VITE_SERVER ?? ''

/** Decides at the page's start, and takes the server out of the address once it is understood. */
export function startServer(): string {
  const url = new URL(location.href)
  const linked = url.searchParams.get('server')
  const known = [...keptServers().map(({ address }) => address), builtIn].filter(Boolean)
  const decision = decideServer({ linked, chosen: chosenServer() ?? builtIn, known, page: location })
  arrival = decision.arrival
  if (linked === null) return decision.server
  if (decision.server) chooseServer(decision.server, false)
  url.searchParams.delete('server')
  // What the link would have shown belongs to no server of this browser.
  const address = arrival.kind === 'refused' ? `${import.meta.env.BASE_URL}sign-in` : url.href
  history.replaceState(history.state, '', address)
  return decision.server
}
