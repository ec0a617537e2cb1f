import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net'
import { errorDetailOf, failures, PageRefused } from '../failures.ts'
import type { FetchLimits } from '../limits.ts'
import { startTimeLimit } from '../timing.ts'
import { isBlockedAddress, unwrapMapped } from './address-rules.ts'
import type { Target } from './target.ts'

const maxAddresses = 4

/**
 * Opens a TCP connection to the first checked address that responds, IPv4 first. All addresses share the connect time.
 * @param addresses IP addresses that passed the address rules
 * @throws PageRefused with the same sentence for every cause, or the signal's reason
 */
export async function dial(
  target: Target,
  addresses: string[],
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Socket> {
  const ordered = addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))).slice(0, maxAddresses)
  const deadline = performance.now() + limits.connectMs
  const attempts: unknown[] = []
  for (const [index, address] of ordered.entries()) {
    const ms = Math.max(0, deadline - performance.now()) / (ordered.length - index)
    try {
      return await dialAddress(target, address, ms, signal)
    } catch (error) {
      if (signal.aborted) throw error
      attempts.push({ address, ...errorDetailOf(error) })
    }
  }
  throw new PageRefused(failures.unreachable, { host: target.host, port: target.port, failures: attempts })
}

async function dialAddress(target: Target, address: string, ms: number, signal: AbortSignal): Promise<Socket> {
  if (isIP(address) === 0) throw new Error('Only IP addresses are dialled')
  const limit = startTimeLimit(ms, () => Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }), signal)
  const socket = connectTcp({ host: address, port: target.port, noDelay: true })
  try {
    await socketEvent(socket, 'connect', limit.signal)
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

/** Returns whether the peer has the checked address and is not blocked. */
export function isCheckedPeer(peer: string, address: string, allowed: boolean): boolean {
  const plain = unwrapMapped(peer)
  return (plain === address || isSameIpv6(plain, address)) && (allowed || !isBlockedAddress(plain))
}

function isSameIpv6(a: string, b: string): boolean {
  return isIPv6(a) && isIPv6(b) && new URL(`http://[${a}]`).hostname === new URL(`http://[${b}]`).hostname
}

/** Resolves on the event. Rejects on an error or a close, and with the signal's reason if it aborts. */
export function socketEvent(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const onAbort = () => settle(() => reject(signal.reason))
    socket.once(event, () => settle(resolve))
    // The listener stays, because an error without a listener would crash the process.
    socket.on('error', (error) => settle(() => reject(error)))
    socket.once('close', () => settle(() => reject(new Error('closed by the other side'))))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
