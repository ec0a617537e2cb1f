import * as z from 'zod'
import { type KeyRole, keyRoles } from '#contract/service-info.ts'
import { storedNames, storedText, storeText, keyName, readOnlyName, storedEntries } from './browser-storage.ts'

const chosenName = 'seo-reports:server'

/** A server that this browser has signed in to, and the last known role of its key. */
export type KnownServer = { address: string; name: string; role: KeyRole | null }

/** Built when it is needed, because builds for one server don't need it. */
const stored = () =>
  storedEntries<KnownServer>(
    'browser',
    'seo-reports:servers',
    z
      .object({
        address: z.string(),
        name: z.string().min(1).nullable().catch(null),
        role: z.enum(keyRoles).nullable().catch(null),
      })
      .transform((server) => ({ ...server, name: server.name ?? serverName(server.address) })),
  )
export const knownServers = () => stored().get()

/** Adds or updates a server; a name given by a person stays. */
export function addServer(server: KnownServer) {
  const servers = knownServers()
  const known = servers.some(({ address }) => address === server.address)
  stored().set(
    known
      ? servers.map((other) => (other.address === server.address ? { ...server, name: other.name } : other))
      : [...servers, server],
  )
}

export const renameServer = (address: string, name: string) =>
  stored().set(
    knownServers().map((known) =>
      known.address === address ? { ...known, name: name || serverName(address) } : known,
    ),
  )

/** A server's default name. */
export const serverName = (address: string) => address.replace(/^https?:\/\//, '')

/** This tab's server, or the most recently chosen one. */
export const chosenServer = () => storedText('tab', chosenName) ?? storedText('browser', chosenName)

/**
 * Makes this tab use the server from its next load on; with `everywhere`, new tabs too. False if storage is blocked.
 */
export const chooseServer = (address: string, everywhere: boolean) =>
  storeText('tab', chosenName, address) && (!everywhere || storeText('browser', chosenName, address))

export const storedKey = (address: string) =>
  storedText('tab', keyName(address)) ?? storedText('browser', keyName(address))

/** Stores a key for a server that this tab doesn't use yet. */
export function storeKey(address: string, key: string, remember: boolean) {
  for (const name of [keyName(address), readOnlyName(address)]) {
    storeText('tab', name, null)
    storeText('browser', name, null)
  }
  storeText(remember ? 'browser' : 'tab', keyName(address), key)
}

/** Removes the key of a server that this tab doesn't use, also from the tabs that use it. */
export function removeKey(address: string) {
  storeKey(address, '', false)
  storeText('tab', keyName(address), null)
  const channel = new BroadcastChannel(keyName(address))
  channel.postMessage({ type: 'sign-out' })
  channel.close()
}

/** Removes the server and everything this browser stores for it. */
export function removeServer(address: string) {
  const others = knownServers().filter((known) => known.address !== address)
  stored().set(others)
  for (const place of ['tab', 'browser'] as const)
    for (const name of storedNames(place))
      if (isFor(name, address, others) || (name === chosenName && storedText(place, name) === address))
        storeText(place, name, null)
}

/**
 * Returns true if a storage name belongs to the server. Names contain its URL, and another server's URL can begin with
 * it.
 */
export function isFor(name: string, address: string, others: readonly Pick<KnownServer, 'address'>[]) {
  const carries = (part: string) =>
    name.startsWith('seo-reports:') && (name.endsWith(`:${part}`) || name.includes(`:${part}:`))
  return carries(address) && !others.some((other) => other.address.length > address.length && carries(other.address))
}

/** Reloads the dashboard with another server. Each page load uses one server only. */
export function switchServer(address: string) {
  if (chooseServer(address, true)) location.assign(import.meta.env.BASE_URL)
}
