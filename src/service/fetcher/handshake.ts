import { connect as connectTls } from 'node:tls'
import { dial } from './dial.ts'
import { causeOf, codeOf, PageRefused } from './page-refused.ts'
import { inTurn, type Context } from './request.ts'
import { addressesOf } from './resolve.ts'
import { sentences } from './sentences.ts'
import type { Target } from './target.ts'
import type { Socket } from 'node:net'

/**
 * Offers a server TLS 1.0 and 1.1 and nothing newer.
 * @returns what was agreed on; null when the server refused
 * @throws PageRefused when there is no telling; the context's signal's reason
 */
export function offerOldTls(origin: URL, context: Context): Promise<string | null> {
  return inTurn(origin, context, async (target, signal) => {
    const addresses = await addressesOf(target, context.lookup, context.limits, signal)
    const plain = await dial(target, addresses, context.limits, signal)
    try {
      return await shakeHands(plain, target, signal)
    } finally {
      plain.destroy()
    }
  })
}

function shakeHands(plain: Socket, target: Target, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: plain,
      host: target.host,
      ...(target.literal ? {} : { servername: target.host }),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // Both hash by MD5 and SHA-1, which OpenSSL's usual security level forbids.
      ciphers: 'DEFAULT@SECLEVEL=0',
      rejectUnauthorized: false,
    })
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort)
      finish()
      socket.destroy()
    }
    const abort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('secureConnect', () => settle(() => resolve(socket.getProtocol())))
    // An alert is the polite refusal, closing the connection the other one. The listener stays for the socket's life: an
    // error without one would end the process.
    socket.on('error', (error) =>
      settle(() =>
        isOurs(error)
          ? reject(new PageRefused(sentences.noSecureConnection, { host: target.host, ...causeOf(error) }))
          : resolve(null),
      ),
    )
    if (signal.aborted) abort()
  })
}

/** OpenSSL here may have been built or told not to speak the old versions at all. */
const isOurs = (error: Error) =>
  codeOf(error) === 'ERR_SSL_NO_PROTOCOLS_AVAILABLE' || codeOf(error) === 'ERR_SSL_NO_CIPHERS_AVAILABLE'
