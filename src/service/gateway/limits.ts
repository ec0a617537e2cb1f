/** What passing on may cost. Times are milliseconds, sizes bytes. */
export const defaultLimits = {
  lookupMs: 5_000,
  /** The connection and, again, the handshake. */
  connectMs: 5_000,
  /** Without a byte from upstream, or without one taken by the caller. */
  silenceMs: 60_000,
  /** Until a write is answered: analyses of two minutes exist. */
  writeMs: 150_000,
  headerBytes: 32 * 1024,
  requestsAtOnce: 256,
  freeConnections: 32,
  /** Before a connection that nobody needs is closed; most servers keep theirs longer. */
  idleMs: 4_000,
}

export type Limits = typeof defaultLimits
