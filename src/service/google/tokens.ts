import { createHash, sign } from 'node:crypto'
import * as z from 'zod'
import { type ServiceAccount, tokenUrl } from '#contract/forms/search-forms.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import { GoogleRefused, reached, readAnswer, tokenRefusal } from './refusals.ts'

export const searchScope = 'https://www.googleapis.com/auth/webmasters.readonly'

/** The server's own client, a web application. */
export type OAuthClient = { client_id: string; client_secret: string }
/** What a person gave: a token that gets others until it is revoked. */
type OAuthGrant = OAuthClient & { refresh_token: string }

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
})

const revokeUrl = 'https://oauth2.googleapis.com/revoke'
const assertionSeconds = 3_600

/** Returns the page of Google on which a person permits reading. */
export function consentUrl(
  { client_id }: Pick<OAuthClient, 'client_id'>,
  { state, verifier, callback }: { state: string; verifier: string; callback: string },
): URL {
  const url = new URL('https://accounts.google.com/o/oauth2/v2/auth')
  url.search = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: searchScope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // Only with both does Google always send a refresh token.
    access_type: 'offline',
    prompt: 'consent',
  }).toString()
  return url
}

/** Exchanges the code with which a browser came back. Throws a {@link GoogleRefused}. */
export async function redeemCode(
  google: Google,
  client: OAuthClient,
  { code, verifier, callback }: { code: string; verifier: string; callback: string },
): Promise<OAuthGrant> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier }
  const { refresh_token, scope } = await requestTokens(google, { ...client, ...grant }, 'grant')
  // People can untick a permission on Google's page.
  if (scope !== undefined && !scope.split(' ').includes(searchScope)) throw new GoogleRefused('scope_missing')
  if (refresh_token === undefined) throw new GoogleRefused('token_ended', { cause: new Error('no refresh token') })
  return { ...client, refresh_token }
}

/** Returns an access token for an hour. Throws a {@link GoogleRefused}. */
export async function refreshToken(google: Google, grant: OAuthGrant, signal?: AbortSignal): Promise<string> {
  const { client_id, client_secret, refresh_token } = grant
  const fields = { client_id, client_secret, refresh_token, grant_type: 'refresh_token' }
  return (await requestTokens(google, fields, 'grant', signal)).access_token
}

/** Returns an access token of a service account for an hour (RFC 7523). Throws a {@link GoogleRefused}. */
export async function serviceToken(google: Google, account: ServiceAccount, signal?: AbortSignal): Promise<string> {
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(account, Math.floor(Date.now() / 1_000)),
  }
  return (await requestTokens(google, fields, 'service account', signal)).access_token
}

/** Returns a signed statement of an account for the next hour. `now` is in seconds. */
export function assertionOf({ client_email, private_key, private_key_id }: ServiceAccount, now: number): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(private_key_id !== undefined && { kid: private_key_id }) }
  const claims = { iss: client_email, scope: searchScope, aud: tokenUrl, iat: now, exp: now + assertionSeconds }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), private_key).toString('base64url')}`
}

/** Ends a grant at Google. A grant that has ended is no failure. Throws a {@link GoogleRefused}. */
export async function revoke(google: Google, token: string): Promise<void> {
  const response = await reached(google.fetch(new URL(revokeUrl), formOf({ token })))
  if (!response.ok && response.status !== 400) throw await tokenRefusal(response, 'grant')
}

async function requestTokens(
  google: Google,
  fields: Record<string, string>,
  of: 'grant' | 'service account',
  signal?: AbortSignal,
) {
  const response = await reached(google.fetch(new URL(tokenUrl), { ...formOf(fields), signal }))
  if (!response.ok) throw await tokenRefusal(response, of)
  return readAnswer(response, Tokens)
}

const formOf = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
