import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'
import { causeOf, PageRefused } from './page-refused.ts'
import type { Limits } from './limits.ts'
import { sentences } from './sentences.ts'
import type { Target } from './target.ts'
import { startTimeLimit } from './time-limit.ts'

const addressesTried = 4

/**
 * A TCP connection to the first of the checked addresses that answers, IPv4 first. They share the connect time.
 * @throws PageRefused with one sentence, whatever the cause
 */
export async function dial(target: Target, addresses: string[], limits: Limits, signal: AbortSignal): Promise<Socket> {
  const order = addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))).slice(0, addressesTried)
  const until = performance.now() + limits.connectMs
  const failures: unknown[] = []
  for (const [index, address] of order.entries()) {
    const ms = Math.max(0, until - performance.now()) / (order.length - index)
    try {
      return await dialOne(target, address, ms, signal)
    } catch (error) {
      if (signal.aborted) throw error
      failures.push({ address, ...causeOf(error) })
    }
  }
  throw new PageRefused(sentences.unreachable, { host: target.host, port: target.port, failures })
}

async function dialOne(target: Target, address: string, ms: number, signal: AbortSignal): Promise<Socket> {
  if (isIP(address) === 0) throw new Error('Only a literal address is dialled')
  const limit = startTimeLimit(ms, () => Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }), signal)
  const socket = connectTcp({ host: address, port: target.port, noDelay: true })
  try {
    await opened(socket, 'connect', limit.signal)
    if (!isCheckedPeer(socket.remoteAddress ?? '', address, target.allowed)) {
      throw new Error(`connected to ${socket.remoteAddress}`)
    }
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    limit.end()
  }
}

/** Whether the other end is the address that was checked, and one that may be contacted. */
export function isCheckedPeer(peer: string, address: string, allowed: boolean): boolean {
  const plain = unwrapMapped(peer)
  return (plain === address || isSameIpv6(plain, address)) && (allowed || !isBlockedAddress(plain))
}

function isSameIpv6(a: string, b: string): boolean {
  return isIPv6(a) && isIPv6(b) && new URL(`http://[${a}]`).hostname === new URL(`http://[${b}]`).hostname
}

/** How the fetcher shakes hands. An untrusted certificate is accepted: that is a finding for the report. */
const forPages: Handshake = { protocols: ['h2', 'http/1.1'], trustedOnly: false }

export type Handshake = { protocols: string[]; trustedOnly: boolean }

/**
 * The TLS handshake over a dialled connection.
 * @throws PageRefused when no connection is agreed on
 */
export async function secure(
  socket: Socket,
  target: Target,
  signal: AbortSignal,
  { protocols, trustedOnly } = forPages,
): Promise<TLSSocket> {
  const wrapped = connectTls({
    socket,
    host: target.host,
    ...(target.literal ? {} : { servername: target.host }),
    ALPNProtocols: protocols,
    rejectUnauthorized: trustedOnly,
  })
  try {
    await opened(wrapped, 'secureConnect', signal)
    return wrapped
  } catch (error) {
    wrapped.destroy()
    if (signal.aborted) throw error
    throw new PageRefused(sentences.noSecureConnection, { host: target.host, handshake: causeOf(error) })
  }
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      signal.removeEventListener('abort', abort)
      finish()
    }
    const abort = settle(() => reject(signal.reason))
    socket.once(event, settle(resolve))
    // Stays for the socket's life: an error without a listener would end the process.
    socket.on('error', (error) => settle(() => reject(error))())
    socket.once(
      'close',
      settle(() => reject(new Error('closed by the other side'))),
    )
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
}
