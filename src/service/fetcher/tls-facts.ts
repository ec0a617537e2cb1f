import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { Tls } from '#analyser/crawl.ts'

/** What the handshake showed, read before the connection closes. */
export function tlsFactsOf(socket: TLSSocket): Tls {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
  return {
    protocol: socket.getProtocol(),
    trusted: socket.authorized,
    problem: socket.authorized ? null : problemOf(socket),
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validFrom: timeOf(certificate.valid_from),
    validTo: timeOf(certificate.valid_to),
  }
}

/** Typed as an error, and in fact the code's text whenever there is a code. */
function problemOf(socket: TLSSocket): string {
  const problem: unknown = socket.authorizationError
  return problem instanceof Error ? problem.message : String(problem)
}

function nameOf(name: Partial<PeerCertificate['subject']> | undefined): string | null {
  const part = name?.CN ?? name?.O
  const text = Array.isArray(part) ? part[0] : part
  return text === undefined ? null : String(text).slice(0, 200)
}

function timeOf(text: string | undefined): string | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
