import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const clientId = 'reports'
export const clientSecret = 'the_secret:of+the%client'

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const own = keys()
const jwkOf = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' })

/** What the accounts of a provider say, by their names. */
export type Accounts = Record<string, { email?: string; email_verified?: boolean; name?: string }>

export type RunningProvider = { host: string; issuer: string; close(): Promise<void> }

/**
 * Starts oidc-provider on loopback. `callbacks` is called with the first request, so that the service can start later.
 * With `pages`, people enter the name of an account on its sign-in page; otherwise the one that `current` returns is
 * signed in at once.
 */
export async function startProvider(
  callbacks: () => string[],
  accounts: Accounts,
  { current = () => '', pages = false }: { current?: () => string; pages?: boolean } = {},
): Promise<RunningProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const create = (): Provider => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: callbacks() }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of tests'] },
      jwks: { keys: [jwkOf(own.privateKey)] },
      features: { devInteractions: { enabled: pages } },
      ...(!pages && { interactions: { url: (_, { uid }) => `/sign-in/${uid}` } }),
      findAccount: (_, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...accounts[accountId] }),
      }),
      // Nobody is asked whether the client can read their email.
      async loadExistingGrant({ oidc: { client, session } }) {
        const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }
  let provider: Provider | undefined
  server.on('request', (request, response) => {
    provider ??= create()
    if (!pages && request.url?.startsWith('/sign-in/'))
      void provider.interactionFinished(request, response, { login: { accountId: current() } })
    else void provider.callback()(request, response)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { host, issuer, close }
}

/** Follows the redirects of a provider as a browser with cookies does, to the first URL elsewhere. */
export async function followProvider(url: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(url)
  for (let at = url; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${at} answered ${response.status}`)
    at = new URL(location, at).href
    if (new URL(at).origin !== origin) return at
  }
}

type Answer = { status?: number; type?: string; body: string; headers?: Record<string, string> }

/** What a provider made by hand does otherwise than a sound one. */
export type Fault = {
  /** Claims that replace those of its ID token. */
  claims?: Record<string, unknown>
  /** Signs with a key that it doesn't publish. */
  foreignKey?: boolean
  /** Answers by their paths. `null`: never. */
  answers?: Record<string, Answer | null>
}

/** Returns the listener of a provider whose ID tokens are for the nonce that `nonce` returns. */
export function providerListener(issuer: () => string, nonce: () => string, fault: Fault): RequestListener {
  return (request, response) => {
    const path = new URL(request.url ?? '/', issuer()).pathname
    const given = fault.answers?.[path]
    if (given === null) return
    const {
      status = 200,
      type = 'application/json',
      body,
      headers,
    } = given ?? soundAnswer(path, issuer(), nonce(), fault)
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  }
}

function soundAnswer(path: string, issuer: string, nonce: string, fault: Fault): Answer {
  if (path === '/.well-known/openid-configuration')
    return json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  if (path === '/jwks') return json({ keys: [jwkOf(own.publicKey)] })
  if (path === '/token')
    return json({ access_token: 'an access token', token_type: 'Bearer', id_token: idToken(issuer, nonce, fault) })
  return { status: 404, body: '' }
}

const json = (value: unknown): Answer => ({ body: JSON.stringify(value) })

function idToken(iss: string, nonce: string, { claims, foreignKey }: Fault): string {
  const now = Math.floor(Date.now() / 1_000)
  const sound = { iss, aud: clientId, iat: now, exp: now + 60, nonce, sub: 'kim', email_verified: true }
  const payload = { ...sound, email: 'kim@agency.example', ...claims }
  const text = [{ alg: 'RS256', kid: '1' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = foreignKey ? keys().privateKey : own.privateKey
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
