import type { Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { Tls } from '#analyser/fetched-page.ts'
import { codeOf, errorDetailOf, failures, PageRefused } from '../failures.ts'
import { socketEvent } from './dial.ts'
import type { Target } from './target.ts'

export type HandshakeOptions = { protocols: string[]; trustedOnly: boolean }

/** Accepts untrusted certificates, because the report names them as a problem. */
const pageHandshake: HandshakeOptions = { protocols: ['h2', 'http/1.1'], trustedOnly: false }

/**
 * Performs the TLS handshake over an open connection.
 * @throws PageRefused when it fails, or the signal's reason
 */
export async function startTls(
  socket: Socket,
  target: Target,
  signal: AbortSignal,
  { protocols, trustedOnly } = pageHandshake,
): Promise<TLSSocket> {
  const secured = connectTls({
    ...peerOf(socket, target),
    ALPNProtocols: protocols,
    rejectUnauthorized: trustedOnly,
  })
  try {
    await socketEvent(secured, 'secureConnect', signal)
    return secured
  } catch (error) {
    secured.destroy()
    if (signal.aborted) throw error
    throw new PageRefused(failures.tls, { host: target.host, handshake: errorDetailOf(error) })
  }
}

/**
 * Offers TLS 1.0 and 1.1 only, over an open connection.
 * @returns the agreed version, or null if the server rejects both
 * @throws PageRefused if this system's OpenSSL does not support them, or the signal's reason
 */
export async function offerOldTls(socket: Socket, target: Target, signal: AbortSignal): Promise<string | null> {
  const secured = connectTls({
    ...peerOf(socket, target),
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    // Both versions use MD5 and SHA-1, which OpenSSL's default security level forbids.
    ciphers: 'DEFAULT@SECLEVEL=0',
    rejectUnauthorized: false,
  })
  try {
    await socketEvent(secured, 'secureConnect', signal)
    return secured.getProtocol()
  } catch (error) {
    if (signal.aborted) throw error
    if (!unsupportedHere.has(codeOf(error) ?? '')) return null
    throw new PageRefused(failures.tls, { host: target.host, ...errorDetailOf(error) })
  } finally {
    secured.destroy()
  }
}

/** OpenSSL may be built or configured without the old versions. */
const unsupportedHere = new Set(['ERR_SSL_NO_PROTOCOLS_AVAILABLE', 'ERR_SSL_NO_CIPHERS_AVAILABLE'])

const peerOf = (socket: Socket, { host, literal }: Target) => ({
  socket,
  host,
  ...(literal ? {} : { servername: host }),
})

/** Returns the facts of a handshake. The connection must still be open. */
export function tlsFactsOf(socket: TLSSocket): Tls {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
  return {
    protocol: socket.getProtocol(),
    trusted: socket.authorized,
    problem: socket.authorized ? null : problemOf(socket),
    subject: certificateNameOf(certificate.subject),
    issuer: certificateNameOf(certificate.issuer),
    validFrom: isoTimeOf(certificate.valid_from),
    validTo: isoTimeOf(certificate.valid_to),
  }
}

/** `authorizationError` is typed as an Error, but is a string whenever OpenSSL has a code. */
function problemOf(socket: TLSSocket): string {
  const problem: unknown = socket.authorizationError
  return problem instanceof Error ? problem.message : String(problem)
}

/**
 * Refuses a server that may be anyone's, because anyone between us and it could read an identity.
 * @param tls null over http
 * @throws PageRefused
 */
export function refuseUntrusted({ host }: Target, tls: Tls | null): void {
  if (!tls || tls.trusted) return
  const clause = `we didn’t send the identity, because the certificate of ${host} isn’t trusted: ${tls.problem}`
  const sentence = `${clause.replace('we', 'We')}. Use a trusted certificate.`
  throw new PageRefused({ code: 'tls', sentence, clause }, { host, problem: tls.problem })
}

/** Returns the common name of a subject or issuer, or else its organisation. */
function certificateNameOf(name: Partial<PeerCertificate['subject']> | undefined): string | null {
  const part = name?.CN ?? name?.O
  const text = Array.isArray(part) ? part[0] : part
  return text === undefined ? null : String(text).slice(0, 200)
}

function isoTimeOf(text: string | undefined): string | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
