import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Header } from '#analyser/fetched-page.ts'

// Web Bot Auth: requests are signed with HTTP Message Signatures (RFC 9421), Ed25519 alone, as in
// https://datatracker.ietf.org/doc/draft-meunier-webbotauth-httpsig-protocol/ and its forerunner
// draft-meunier-web-bot-auth-architecture. The public key is in a directory at a well-known path.

export const directoryPath = '/.well-known/http-message-signatures-directory'
export const directoryType = 'application/http-message-signatures-directory+json'

/** Seconds for which a signature holds. The directory's can be cached by others for longer. */
const requestSeconds = 300
const directorySeconds = 24 * 60 * 60
const label = 'sig1'

export type Signer = {
  /** Returns the headers that sign a request to a URL. */
  sign(url: URL): Header[]
  /** Returns the directory of keys as `authority` serves it: its body and the headers that sign it. */
  directory(authority: string): { body: string; headers: Header[] }
}

/** Returns a new private key, as PKCS #8 in PEM. */
export const createSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/**
 * @param pem the private key
 * @param origin of the directory; null if it has no public https URL, so that requests name none
 */
export function createSigner(pem: string, origin: string | null, now: () => number = Date.now): Signer {
  const key = createPrivateKey(pem)
  const jwk = publicKeyOf(key)
  const parametersFor = (seconds: number, tag: string) => {
    const created = Math.floor(now() / 1_000)
    return { created, expires: created + seconds, keyid: jwk.kid, tag }
  }
  return {
    sign(url) {
      const agent = origin === null ? null : `"${origin}"`
      const components: Component[] = [
        ['"@authority"', authorityOf(url)],
        ...(agent === null ? [] : [[`"signature-agent";key="${label}"`, agent] as const]),
      ]
      const nonce = randomBytes(32).toString('base64')
      const { expires, keyid, tag, created } = parametersFor(requestSeconds, 'web-bot-auth')
      return [
        ...signMessage(key, components, { created, expires, keyid, nonce, tag }),
        ...(agent === null ? [] : [['Signature-Agent', `${label}=${agent}`] satisfies Header]),
      ]
    },
    directory(authority) {
      const body = JSON.stringify({ keys: [{ ...jwk, use: 'sig' }] })
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
      const components: Component[] = [
        ['"@authority";req', authority.toLowerCase()],
        ['"content-digest"', digest],
      ]
      const parameters = parametersFor(directorySeconds, 'http-message-signatures-directory')
      return { body, headers: [['Content-Digest', digest], ...signMessage(key, components, parameters)] }
    },
  }
}

/** A component identifier as serialised, and its value. */
type Component = readonly [identifier: string, value: string]

/** Returns the headers `Signature-Input` and `Signature` (RFC 9421, section 3.1). */
export function signMessage(
  key: KeyObject,
  components: readonly Component[],
  parameters: Readonly<Record<string, string | number>>,
  name = label,
): Header[] {
  const given = Object.entries(parameters).map(
    ([id, value]) => `;${id}=${typeof value === 'number' ? value : `"${value}"`}`,
  )
  const input = `(${components.map(([identifier]) => identifier).join(' ')})${given.join('')}`
  const base = [...components, ['"@signature-params"', input]].map(([id, value]) => `${id}: ${value}`).join('\n')
  return [
    ['Signature-Input', `${name}=${input}`],
    ['Signature', `${name}=:${sign(null, Buffer.from(base), key).toString('base64')}:`],
  ]
}

/** RFC 9421, section 2.2.3: in lower case, without the port of the scheme, which a parsed URL doesn't have. */
const authorityOf = ({ host }: URL) => host.toLowerCase()

/** Returns the public key as a JWK, named by its thumbprint (RFC 7638 and RFC 8037, appendix A.3). */
export function publicKeyOf(key: KeyObject): { kty: string; crv: string; kid: string; x: string } {
  const { kty = '', crv = '', x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { kty, crv, kid, x }
}
