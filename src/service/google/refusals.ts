import * as z from 'zod'
import type { GoogleProblemCode } from '#contract/google/google-problems.ts'
import type { GoogleProblem } from '#contract/google/search-connection.ts'
import { ProviderUnreachable } from '#service/fetcher/provider-fetch.ts'

/** Google refused a request, or couldn't be asked. */
export class GoogleRefused extends Error {
  override name = 'GoogleRefused'
  readonly problem: GoogleProblem

  constructor(code: GoogleProblemCode, { link = null, cause }: { link?: string | null; cause?: unknown } = {}) {
    const { message, link: usual } = explanations[code]
    super(message, { cause })
    this.problem = { code, message, link: link ?? usual }
  }
}

const usersPage = 'https://search.google.com/search-console/users'
const credentialsPage = 'https://console.cloud.google.com/apis/credentials'
const apiPage = 'https://console.cloud.google.com/apis/library/searchconsole.googleapis.com'

/** A sentence about what happened, and one about what to do. */
const explanations: Record<GoogleProblemCode, { message: string; link: string | null }> = {
  no_permission: {
    message:
      'The account has no permission for this property. Add it under Users and permissions in Search Console, a service account as a delegated owner, or choose another property.',
    link: usersPage,
  },
  api_disabled: {
    message:
      'The Search Console API isn’t enabled in the Google Cloud project. Enable it, wait a few minutes, then pull again.',
    link: apiPage,
  },
  token_ended: {
    message:
      'Google no longer accepts the access that was given. Connect Google again. While the app’s status is Testing, access ends after 7 days.',
    link: 'https://myaccount.google.com/connections',
  },
  client_refused: {
    message: 'Google refused the server’s OAuth client. An owner must enter its client ID and client secret again.',
    link: credentialsPage,
  },
  account_refused: {
    message: 'Google refused the service account’s key. Create a new key for it, and send the new JSON file.',
    link: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  },
  scope_missing: {
    message: 'Access to Search Console data wasn’t granted. Connect Google again, and leave that permission ticked.',
    link: null,
  },
  quota_minute: { message: 'Google’s limit of requests is reached. The pull goes on in 15 minutes.', link: null },
  quota_day: { message: 'Google’s limit of requests for today is reached. The pull goes on tomorrow.', link: null },
  no_data: {
    message: 'Google has no figures for this property yet. They come a few days after it was added.',
    link: null,
  },
  google_unreachable: { message: 'Google couldn’t be reached. The pull is tried again in 15 minutes.', link: null },
  google_error: { message: 'Google’s response couldn’t be read. The pull is tried again in 15 minutes.', link: null },
  secret_locked: {
    message:
      'This server doesn’t have the key that the access was encrypted with. Connect Google again, or restore the key.',
    link: null,
  },
}

const ApiError = z.object({ error: z.object({ message: z.string() }) })
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

/** Returns the reason why the API refused a request. Its quotas are told apart by the message alone. */
export async function apiRefusal(response: Response): Promise<GoogleRefused> {
  const sent = ApiError.safeParse(await bodyOf(response))
  const message = sent.success ? sent.data.error.message : ''
  const cause = new Error(`Google responded with ${response.status}: ${message}`)
  if (response.status === 401) return new GoogleRefused('token_ended', { cause })
  if (/quota|rate limit|limit exceeded|too many requests/i.test(message) || response.status === 429)
    return new GoogleRefused(isOfDay(message) ? 'quota_day' : 'quota_minute', { cause })
  if (/has not been used in project|is disabled|not been enabled|accessNotConfigured/i.test(message))
    return new GoogleRefused('api_disabled', { link: consoleLinkIn(message), cause })
  if (/insufficient authentication scopes/i.test(message)) return new GoogleRefused('scope_missing', { cause })
  if (response.status === 403 || response.status === 404) return new GoogleRefused('no_permission', { cause })
  return new GoogleRefused('google_error', { cause })
}

const isOfDay = (message: string) => /per day|daily|perday|long.term/i.test(message)

/** Returns the page of the project that Google's message names. */
function consoleLinkIn(message: string): string | null {
  const named = /https:\/\/console\.(?:developers|cloud)\.google\.com\/\S+/.exec(message)?.[0]
  return named && URL.canParse(named) ? named : null
}

/** Returns the reason why no token was given. `of` is what the request showed. */
export async function tokenRefusal(response: Response, of: 'grant' | 'service account'): Promise<GoogleRefused> {
  const sent = TokenError.safeParse(await bodyOf(response))
  const { error, error_description = '' } = sent.success ? sent.data : { error: '' }
  const cause = new Error(`Google responded with ${response.status}: ${error} ${error_description}`)
  if (response.status === 429 || /quota|rate/i.test(error)) return new GoogleRefused('quota_minute', { cause })
  if (error === '') return new GoogleRefused('google_error', { cause })
  if (of === 'service account') return new GoogleRefused('account_refused', { cause })
  return new GoogleRefused(error === 'invalid_grant' ? 'token_ended' : 'client_refused', { cause })
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Reads the body of a successful response. Throws a {@link GoogleRefused} for anything else. */
export async function readAnswer<T extends z.ZodType>(response: Response, schema: T): Promise<z.output<T>> {
  const { success, data, error } = schema.safeParse(await bodyOf(response))
  if (success) return data
  throw new GoogleRefused('google_error', { cause: error })
}

/** Runs a request. Throws a {@link GoogleRefused} if Google can't be reached. */
export async function reached<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw new GoogleRefused('google_unreachable', { cause })
    throw cause
  }
}

/** True for a refusal after which only a person can go on. */
export const needsPerson = ({ code }: GoogleProblem) => !goesOn.has(code)
const goesOn: ReadonlySet<GoogleProblemCode> = new Set([
  'quota_minute',
  'quota_day',
  'no_data',
  'google_unreachable',
  'google_error',
])
