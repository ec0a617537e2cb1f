/** Limits of the gateway. Times are in milliseconds, sizes in bytes. */
export const defaultGatewayLimits = {
  lookupMs: 5_000,
  /** Applies to the TCP connection and, separately, to the TLS handshake. */
  connectMs: 5_000,
  /** Longest time in which upstream sends nothing, or the caller accepts nothing. */
  silenceMs: 60_000,
  /** Longest wait for the response to a write. Some analyses take two minutes. */
  writeMs: 150_000,
  headerBytes: 32 * 1024,
  requestsAtOnce: 256,
  /** Bodies are held in memory until they are sent, and these have up to 8 MiB. */
  largerBodiesAtOnce: 16,
  /** So that no caller takes the places of all others. */
  largerBodiesOfNetwork: 4,
  idleConnections: 32,
  /** An idle connection is closed after this time. Most servers keep theirs open for longer. */
  idleMs: 4_000,
}

export type GatewayLimits = typeof defaultGatewayLimits
