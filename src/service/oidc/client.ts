import * as oidc from 'openid-client'
import * as z from 'zod'
import type { SignInProblem } from '#contract/access/sign-in.ts'
import { canonicalIssuer } from '#contract/forms/sign-in-forms.ts'
import { createProviderFetch, isPossibleIssuer, ProviderUnreachable } from '#service/fetcher/provider-fetch.ts'
import { type IdentityKeys, open, seal } from '#service/identity/encryption.ts'
import type { ProviderRecord } from '#service/store/access/providers.ts'
import type { Attempt } from './attempts.ts'

/** What a provider says of the person who signed in. */
export type Claims = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** Signing in failed. `message` is for the log. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, message: string = problem, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

type Connection = Pick<ProviderRecord, 'issuer' | 'client_id'>
/** With whom it is for, so that it can't be sent elsewhere by a change in the database. */
const contextOf = ({ issuer, client_id }: Connection) => JSON.stringify(['sign-in provider', issuer, client_id])

/** Encrypts a client secret. Throws a `KeyUnavailable`. */
export function sealClientSecret(secret: string, connection: Connection, keys: IdentityKeys) {
  const key = keys.forSealing()
  return { client_secret: seal(key, secret, contextOf(connection)), key_id: key.id }
}

function openClientSecret(provider: ProviderRecord, keys: IdentityKeys): string {
  const key = keys.forOpening(provider.key_id)
  const secret = key && open(key, Buffer.from(provider.client_secret), contextOf(provider))
  if (!secret) throw new SignInFailed('no_secret')
  return secret
}

export type ProviderClient = {
  /** Returns false for an issuer that is never contacted. */
  accepts(issuer: string): boolean
  /** Returns the provider's page to send the browser to. Throws a {@link SignInFailed}. */
  begin(provider: ProviderRecord, attempt: Omit<Attempt, 'version' | 'started'>): Promise<URL>
  /** Reads the answer with which the browser came back. Throws a {@link SignInFailed}. */
  finish(provider: ProviderRecord, attempt: Attempt, answer: URLSearchParams): Promise<Claims>
}

/** Signs in by OpenID Connect with code, PKCE, state and nonce, by the guarded fetcher. */
export function createProviderClient(keys: IdentityKeys, allowHosts: ReadonlySet<string>): ProviderClient {
  // Asked each time, so that a provider that is down is noticed before the browser is sent there.
  const configurationOf = (provider: ProviderRecord) => describe(provider, openClientSecret(provider, keys), allowHosts)

  return {
    accepts: (issuer) => isPossibleIssuer(new URL(issuer), allowHosts),
    begin: (provider, { state, nonce, verifier, callback }) =>
      explained(async () =>
        oidc.buildAuthorizationUrl(await configurationOf(provider), {
          redirect_uri: callback,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    finish: (provider, { state, nonce, verifier, callback }, answer) =>
      explained(async () => {
        if (answer.get('state') !== state) throw new SignInFailed('expired', 'another state')
        const configuration = await configurationOf(provider)
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${callback}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new SignInFailed('provider_error', 'no ID token')
        // Many providers leave the email to their endpoint for it.
        const more =
          claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {}
        return claimsOf({ ...more, ...claims })
      }),
  }
}

/** In seconds, for clocks that differ. */
const clockTolerance = 30

function describe(provider: ProviderRecord, secret: string, allowHosts: ReadonlySet<string>) {
  const issuer = new URL(provider.issuer)
  const metadata = { client_secret: secret, [oidc.clockTolerance]: clockTolerance }
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  const authenticate: oidc.ClientAuth = (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported
    // The header has the secret encoded (RFC 6749, 2.3.1), which some providers don’t decode.
    const isPost = offered?.includes('client_secret_post')
    return (isPost ? post : basic)(server, ...rest)
  }
  const isInsecure = issuer.protocol === 'http:'
  return oidc.discovery(issuer, provider.client_id, metadata, authenticate, {
    [oidc.customFetch]: createProviderFetch(issuer, allowHosts),
    execute: [oidc.enableNonRepudiationChecks, ...(isInsecure ? [oidc.allowInsecureRequests] : [])],
  })
}

const text = z.string().max(1_000)
const SentClaims = z.object({
  iss: text,
  sub: text.min(1),
  email: text.optional().catch(undefined),
  // Some send texts, of which "false" isn't true.
  email_verified: z.literal([true, 'true']).optional().catch(undefined),
  name: text.optional().catch(undefined),
})

function claimsOf(sent: object): Claims {
  const { iss, sub, email, email_verified, name } = SentClaims.parse(sent)
  return {
    issuer: canonicalIssuer(iss),
    subject: sub,
    email: email ?? null,
    emailVerified: email_verified !== undefined,
    name: name ?? null,
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFailed) throw error
    throw new SignInFailed(problemOf(error), reasonOf(error), { cause: error })
  }
}

function problemOf(error: unknown): SignInProblem {
  if (causesOf(error).some((cause) => cause instanceof ProviderUnreachable)) return 'provider_down'
  const isRefused = error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
  return isRefused ? 'cancelled' : 'provider_error'
}

/** Names every cause by its message, but not by what the provider sent, which can have secrets. */
const reasonOf = (error: unknown) =>
  causesOf(error)
    .map((cause) => (cause instanceof Error ? cause.message : 'unknown'))
    .join(': ')

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes.length > 0 ? causes : [error]
}
