import { type KeyRole, keyRoles } from '#contract/service-info.ts'
import { attempt } from './attempt.ts'

/** A server that this browser has signed in to, and the last known role of its key. */
export type KnownServer = { address: string; name: string; role: KeyRole | null }

/** The early script of a static build reads `chosenName` too. */
const listName = 'seo-reports:servers'
const chosenName = 'seo-reports:server'
const keyName = (address: string) => `seo-reports:key:${address}`
/** Where `session.ts` stores that a key is read-only. */
const readOnlyName = (address: string) => `seo-reports:reads:${address}`

export function knownServers(): KnownServer[] {
  const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(listName) ?? '[]'))
  if (!Array.isArray(stored)) return []
  return (stored as Partial<KnownServer>[]).flatMap((one) =>
    typeof one?.address === 'string'
      ? [
          {
            address: one.address,
            name: String(one.name || one.address),
            role: keyRoles.find((role) => role === one.role) ?? null,
          },
        ]
      : [],
  )
}

const storeServers = (servers: KnownServer[]) => attempt(() => localStorage.setItem(listName, JSON.stringify(servers)))

/** Adds or updates a server; a name given by a person stays. */
export function addServer(server: KnownServer) {
  const servers = knownServers()
  const known = servers.some(({ address }) => address === server.address)
  storeServers(
    known
      ? servers.map((one) => (one.address === server.address ? { ...server, name: one.name } : one))
      : [...servers, server],
  )
}

export const renameServer = (address: string, name: string) =>
  storeServers(knownServers().map((one) => (one.address === address ? { ...one, name: name || nameOf(address) } : one)))

/** A server's default name. */
export const nameOf = (address: string) => address.replace(/^https?:\/\//, '')

/** This tab's server, or the most recently chosen one. */
export const chosenServer = () =>
  attempt(() => sessionStorage.getItem(chosenName) ?? localStorage.getItem(chosenName)) ?? null

/**
 * Makes this tab use the server from its next load on; with `everywhere`, new tabs too. False if storage is blocked.
 */
export const chooseServer = (address: string, everywhere: boolean) =>
  attempt(() => {
    sessionStorage.setItem(chosenName, address)
    if (everywhere) localStorage.setItem(chosenName, address)
    return true
  }) ?? false

export const keyOf = (address: string) =>
  attempt(() => sessionStorage.getItem(keyName(address)) ?? localStorage.getItem(keyName(address))) ?? null

/** Stores a key for a server that this tab doesn't use yet. */
export function storeKey(address: string, key: string, remember: boolean) {
  for (const name of [keyName(address), readOnlyName(address)]) {
    attempt(() => sessionStorage.removeItem(name))
    attempt(() => localStorage.removeItem(name))
  }
  attempt(() => (remember ? localStorage : sessionStorage).setItem(keyName(address), key))
}

/** Removes the key of a server that this tab doesn't use, also from the tabs that use it. */
export function removeKey(address: string) {
  storeKey(address, '', false)
  attempt(() => sessionStorage.removeItem(keyName(address)))
  const channel = new BroadcastChannel(keyName(address))
  channel.postMessage({ type: 'sign-out' })
  channel.close()
}

/** Removes the server and everything this browser stores for it. */
export function removeServer(address: string) {
  const others = knownServers().filter((one) => one.address !== address)
  storeServers(others)
  for (const storage of [() => sessionStorage, () => localStorage]) {
    attempt(() => {
      for (const name of Object.keys(storage())) {
        if (isFor(name, address, others) || (name === chosenName && storage().getItem(name) === address))
          storage().removeItem(name)
      }
    })
  }
}

/** Whether a storage name belongs to the server. Names contain its URL, and another server's URL can begin with it. */
export function isFor(name: string, address: string, others: readonly Pick<KnownServer, 'address'>[]) {
  const carries = (one: string) =>
    name.startsWith('seo-reports:') && (name.endsWith(`:${one}`) || name.includes(`:${one}:`))
  return carries(address) && !others.some((other) => other.address.length > address.length && carries(other.address))
}

/** Reloads the dashboard with another server. Each page load uses one server only. */
export function switchServer(address: string) {
  if (chooseServer(address, true)) location.assign(import.meta.env.BASE_URL)
}
