import { type KeyRole, keyRoles } from '#contract/service-info.ts'
import { attempt } from './attempt.ts'

/** A server that somebody has signed in to in this browser, and what its key last was. */
export type KeptServer = { address: string; name: string; role: KeyRole | null }

/** `public/early.js` of a static build reads the second name too. */
const listName = 'seo-reports:servers'
const chosenName = 'seo-reports:server'
const keyName = (address: string) => `seo-reports:key:${address}`
/** What `session.ts` keeps beside a key; another key may do other things. */
const readsName = (address: string) => `seo-reports:reads:${address}`

export function keptServers(): KeptServer[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(listName) ?? '[]'))
  if (!Array.isArray(kept)) return []
  return (kept as Partial<KeptServer>[]).flatMap((one) =>
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

const keep = (servers: KeptServer[]) => attempt(() => localStorage.setItem(listName, JSON.stringify(servers)))

/** Adds the server, or changes what is kept of it; a name given by hand stays. */
export function keepServer(server: KeptServer) {
  const servers = keptServers()
  const known = servers.some(({ address }) => address === server.address)
  keep(
    known
      ? servers.map((one) => (one.address === server.address ? { ...server, name: one.name } : one))
      : [...servers, server],
  )
}

export const renameServer = (address: string, name: string) =>
  keep(keptServers().map((one) => (one.address === address ? { ...one, name: name || nameOf(address) } : one)))

/** What a server is called until somebody calls it otherwise. */
export const nameOf = (address: string) => address.replace(/^https?:\/\//, '')

/** The server of this tab, or of the tab that chose last. */
export const chosenServer = () =>
  attempt(() => sessionStorage.getItem(chosenName) ?? localStorage.getItem(chosenName)) ?? null

/** From its next load on, this tab speaks to the server; with `everywhere` new tabs do too. False where nothing can be kept. */
export const chooseServer = (address: string, everywhere: boolean) =>
  attempt(() => {
    sessionStorage.setItem(chosenName, address)
    if (everywhere) localStorage.setItem(chosenName, address)
    return true
  }) ?? false

export const keyOf = (address: string) =>
  attempt(() => sessionStorage.getItem(keyName(address)) ?? localStorage.getItem(keyName(address))) ?? null

/** For a server that this tab does not speak to yet. */
export function keepKey(address: string, key: string, remember: boolean) {
  for (const name of [keyName(address), readsName(address)]) {
    attempt(() => sessionStorage.removeItem(name))
    attempt(() => localStorage.removeItem(name))
  }
  attempt(() => (remember ? localStorage : sessionStorage).setItem(keyName(address), key))
}

/** Forgets the key of a server that this tab does not speak to, here and in the tabs that do. */
export function dropKey(address: string) {
  keepKey(address, '', false)
  attempt(() => sessionStorage.removeItem(keyName(address)))
  const channel = new BroadcastChannel(keyName(address))
  channel.postMessage({ type: 'sign-out' })
  channel.close()
}

/** Forgets the server and everything that this browser keeps for it, under whichever name. */
export function forgetServer(address: string) {
  const others = keptServers().filter((one) => one.address !== address)
  keep(others)
  for (const storage of [() => sessionStorage, () => localStorage]) {
    attempt(() => {
      for (const name of Object.keys(storage())) {
        if (isFor(name, address, others) || (name === chosenName && storage().getItem(name) === address))
          storage().removeItem(name)
      }
    })
  }
}

/** Names end with the server's address, or go on behind a colon; the address of another may begin with this one's. */
export function isFor(name: string, address: string, others: readonly Pick<KeptServer, 'address'>[]) {
  const carries = (one: string) =>
    name.startsWith('seo-reports:') && (name.endsWith(`:${one}`) || name.includes(`:${one}:`))
  return carries(address) && !others.some((other) => other.address.length > address.length && carries(other.address))
}

/** Loads the dashboard anew with another server; a page speaks to one as long as it stands. */
export function switchServer(address: string) {
  if (chooseServer(address, true)) location.assign(import.meta.env.BASE_URL)
}
