import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

export type Certificate = { name: string; cert: string; key: string; privateKey: KeyObject }

type ProbeRequest = {
  /** Common name of the subject. */
  name: string
  /** The host names and IPv4 addresses that it is valid for. */
  hosts?: string[]
  from?: Date
  to?: Date
  /** The signing certificate. Without one, the certificate is self-signed. */
  issuer?: Certificate
  /** RSA of 1,024 bits instead of P-256, which needs an issuer. */
  hasWeakKey?: boolean
  /** Where clients can ask whether it was revoked: by OCSP, and in a list. */
  revocationUrl?: string
}

const day = 24 * 60 * 60 * 1000

/** Creates a certificate and its key, so that tests need neither a tool nor a committed secret. */
export function makeCertificate({
  name,
  hosts = [],
  from,
  to,
  issuer,
  hasWeakKey = false,
  revocationUrl,
}: ProbeRequest): Certificate {
  const { privateKey, publicKey } = hasWeakKey
    ? generateKeyPairSync('rsa', { modulusLength: 1_024 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = der(0x30, [
    der(0xa0, [integer(2)]),
    integer(1 + Math.floor(Math.random() * 0x7fffff)),
    ecdsaWithSha256,
    distinguishedNameOf(issuer?.name ?? name),
    der(0x30, [utcTime(from ?? new Date(Date.now() - day)), utcTime(to ?? new Date(Date.now() + 90 * day))]),
    distinguishedNameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, [
      der(0x30, [
        basicConstraints(hosts.length === 0),
        ...(hosts.length > 0 ? [altNames(hosts)] : []),
        ...(revocationUrl === undefined ? [] : revocationAt(revocationUrl)),
      ]),
    ]),
  ])
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey)
  const whole = der(0x30, [body, ecdsaWithSha256, der(0x03, [Buffer.from([0]), signature])])
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey,
  }
}

function der(tag: number, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const oid = (hex: string) => der(0x06, [Buffer.from(hex, 'hex')])
const ecdsaWithSha256 = der(0x30, [oid('2a8648ce3d040302')])

function integer(value: number): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return der(0x02, [(bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes])
}

function distinguishedNameOf(common: string): Buffer {
  return der(0x30, [der(0x31, [der(0x30, [oid('550403'), der(0x0c, [Buffer.from(common)])])])])
}

function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, [Buffer.from(`${digits}Z`)])
}

function basicConstraints(authority: boolean): Buffer {
  const value = der(0x30, authority ? [Buffer.from([0x01, 0x01, 0xff])] : [])
  return der(0x30, [oid('551d13'), Buffer.from([0x01, 0x01, 0xff]), der(0x04, [value])])
}

function altNames(hosts: string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, [Buffer.from(host.split('.').map(Number))]) : der(0x82, [Buffer.from(host)]),
  )
  return der(0x30, [oid('551d11'), der(0x04, [der(0x30, names)])])
}

/** The extensions for a list of revoked certificates and for OCSP (RFC 5280, 4.2.1.13 and 4.2.2.1). */
function revocationAt(url: string): Buffer[] {
  const name = der(0x86, [Buffer.from(url)])
  const list = der(0x30, [der(0x30, [der(0xa0, [der(0xa0, [name])])])])
  const ocsp = der(0x30, [der(0x30, [oid('2b06010505073001'), name])])
  return [der(0x30, [oid('551d1f'), der(0x04, [list])]), der(0x30, [oid('2b06010505070101'), der(0x04, [ocsp])])]
}
