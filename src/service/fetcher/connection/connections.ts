import type { Socket } from 'node:net'
import type { Tls } from '#analyser/fetched-page.ts'
import type { FetchLimits } from '../limits.ts'
import { orAborted } from '../timing.ts'
import { dial } from './dial.ts'
import { type GetRequest, type GetResponse, type HttpConnection, httpConnection } from './http-get.ts'
import { addressesOf, type Lookup } from './lookup.ts'
import { hostKeyOf, type Target } from './target.ts'
import { refuseUntrusted, startTls, tlsFactsOf } from './tls.ts'

/** A place on a connection for one request. */
export type Lease = {
  get(request: GetRequest): Promise<GetResponse>
  /** The connection served an earlier request. */
  isReused: boolean
  /** Null over http. */
  tls: Tls | null
  /** The times of lookup, connection and handshake. */
  times: [resolved: number, connected: number, secured: number]
  /** Frees the place. Closes the connection if it can't be used again. */
  release(): void
}

/**
 * @property maxConcurrent the most connections to the host, over all sessions
 * @property trustedOnly whether a server with an untrusted certificate is refused, before anything is sent to it
 */
export type ConnectOptions = {
  lookup: Lookup
  limits: FetchLimits
  signal: AbortSignal
  maxConcurrent: number
  trustedOnly?: boolean
}

/** The connections that one session can use. */
export type SessionConnections = {
  /**
   * Returns a place on an open connection to a target, or opens one. The address is looked up and checked for each new
   * connection; an open one stays with its checked address.
   * @param forceNew whether to open a new connection even if an open one has a place
   * @throws PageRefused, or the signal's reason
   */
  take(target: Target, options: ConnectOptions, forceNew?: boolean): Promise<Lease>
  /** Opens a bare TCP connection, which the caller closes. */
  open(target: Target, options: ConnectOptions): Promise<Socket>
  /** Ends the use. The connections to hosts that no other session uses are closed. */
  close(): void
}

type Connection = { origin: string; http: HttpConnection; socket: Socket; tls: Tls | null; users: number }

type Host = {
  /** The sessions that use it. */
  sessions: Set<object>
  sockets: Set<Socket>
  connections: Set<Connection>
  /** The number of connections that are being opened. */
  opening: number
  /** The first connection of each origin while it is being opened. It shows whether the server offers HTTP/2. */
  first: Map<string, Promise<unknown>>
  /** Origins whose server doesn't offer HTTP/2. */
  http1Only: Set<string>
}

/** Longest time in milliseconds for closing a connection, which is then cut off. */
const maxCloseMs = 250

/**
 * Keeps connections open between the requests to a host, for all sessions together, so that a host never has more than
 * its number. Requests wait for their turn elsewhere (see `HostLimit`), so at most as many are in use.
 */
export function createConnections(): { forSession(): SessionConnections } {
  const hosts = new Map<string, Host>()

  function hostOf(target: Target, session: object): Host {
    const key = hostKeyOf(target)
    const host = hosts.get(key) ?? emptyHost()
    hosts.set(key, host)
    host.sessions.add(session)
    return host
  }

  return {
    forSession() {
      const session = {}
      return {
        take: (target, options, forceNew = false) => {
          const host = hostOf(target, session)
          return forceNew ? connect(host, target, options) : take(host, target, options)
        },
        open: async (target, options) => (await open(hostOf(target, session), target, options)).socket,
        close() {
          for (const [key, host] of hosts) {
            if (!host.sessions.delete(session) || host.sessions.size > 0) continue
            for (const connection of host.connections) if (connection.users === 0) connection.http.close()
            hosts.delete(key)
          }
        },
      }
    },
  }
}

/** Opens a TCP connection to a checked address. */
async function open(host: Host, target: Target, { lookup, limits, signal, maxConcurrent }: ConnectOptions) {
  host.opening += 1
  try {
    await makeRoom(host, maxConcurrent)
    const addresses = await addressesOf(target, lookup, limits, signal)
    const resolved = performance.now()
    const socket = await dial(target, addresses, limits, signal)
    host.sockets.add(socket)
    socket.on('close', () => host.sockets.delete(socket))
    return { socket, resolved }
  } finally {
    host.opening -= 1
  }
}

/** Opens a connection for HTTP, and takes a place on it. */
async function connect(host: Host, target: Target, options: ConnectOptions): Promise<Lease> {
  const { socket, resolved } = await open(host, target, options)
  const connected = performance.now()
  try {
    const secured = target.secure ? await startTls(socket, target, options.signal) : null
    // Without TLS no time lies between the two, so that the parts add up to the total.
    const securedAt = secured ? performance.now() : connected
    const { origin } = target.url
    const tls = secured && tlsFactsOf(secured)
    if (options.trustedOnly) refuseUntrusted(target, tls)
    const http = httpConnection(secured ?? socket, origin)
    const connection = { origin, http, socket, tls, users: 0 }
    if (http.isHttp2) host.http1Only.delete(origin)
    else host.http1Only.add(origin)
    host.connections.add(connection)
    socket.on('close', () => host.connections.delete(connection))
    return lease(host, connection, [resolved, connected, securedAt], false)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/**
 * Takes a place on an open connection, or opens one. While the first connection of an origin is being opened, others
 * wait for it, as they can share it if the server offers HTTP/2.
 */
async function take(host: Host, target: Target, options: ConnectOptions): Promise<Lease> {
  const { origin } = target.url
  const known = find(host, origin)
  if (known) return reuse(host, known, target, options)
  const first = host.first.get(origin)
  if (!target.secure || host.http1Only.has(origin)) return connect(host, target, options)
  if (first) {
    await orAborted(first, options.signal)
    const opened = find(host, origin)
    return opened ? reuse(host, opened, target, options) : connect(host, target, options)
  }
  const opening = connect(host, target, options)
  host.first.set(
    origin,
    opening.then(
      () => {},
      () => {},
    ),
  )
  try {
    return await opening
  } finally {
    host.first.delete(origin)
  }
}

const emptyHost = (): Host => ({
  sessions: new Set(),
  sockets: new Set(),
  connections: new Set(),
  opening: 0,
  first: new Map(),
  http1Only: new Set(),
})

const find = ({ connections }: Host, origin: string) =>
  [...connections].find(
    ({ origin: known, http, users }) => known === origin && http.isFree() && (http.isHttp2 || users === 0),
  )

function reuse(host: Host, connection: Connection, target: Target, { trustedOnly }: ConnectOptions): Lease {
  if (trustedOnly) refuseUntrusted(target, connection.tls)
  const now = performance.now()
  return lease(host, connection, [now, now, now], true)
}

function lease(host: Host, connection: Connection, times: Lease['times'], isReused: boolean): Lease {
  const { http, tls } = connection
  let isReleased = false
  connection.users += 1
  return {
    get: http.get,
    isReused,
    tls,
    times,
    release() {
      if (isReleased) return
      isReleased = true
      connection.users -= 1
      if (!http.isFree()) host.connections.delete(connection)
      if (connection.users === 0 && (!http.isFree() || host.sessions.size === 0)) http.close()
    },
  }
}

/** Closes an idle connection if the host has reached its limit. */
async function makeRoom(host: Host, maxConcurrent: number): Promise<void> {
  if (host.sockets.size + host.opening <= maxConcurrent) return
  const unused = [...host.connections].find(({ users }) => users === 0)
  if (!unused) return
  host.connections.delete(unused)
  host.sockets.delete(unused.socket)
  await end(unused)
}

/** Closes a connection, and waits until the server has closed it too. */
function end({ http, socket }: Connection): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve()
    const timer = setTimeout(http.close, maxCloseMs)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    http.end()
  })
}
