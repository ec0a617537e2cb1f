import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { AccountOffer, Me } from '#contract/access/people.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import type { AccountForm, NewPasswordForm, PasswordResetForm, SessionForm } from '#contract/forms/people-forms.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { removeOnceUnused } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoWithoutKey } from '#web/data/service.ts'
import { signInAs } from '#web/data/session.ts'
import { signInWords } from './words.ts'

/** Nobody is asked to sign in again for these, and the browser keeps the cookie that the server sets. */
const options = { anonymous: true, isEmpty: true }

/** Signs this browser in by an email address and a password, or by the token of a one-time link. */
export async function createSession(fields: z.output<typeof SessionForm>, signal?: AbortSignal) {
  await currentClient().call('POST', '/session', { ...options, form: fieldsOf(fields), signal })
  await adoptSession(signal)
}

/** What the token of a link to create an account offers. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: [server, 'account offer', token],
    queryFn: ({ signal }) => {
      const options = { form: { token }, anonymous: true, isSafeToRepeat: true, signal }
      return currentClient().write('POST', '/account/offer', (body) => readItem(AccountOffer, body), options)
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Creates an account, and signs this browser in to it. */
export async function createAccount(fields: z.output<typeof AccountForm>, signal?: AbortSignal) {
  const read = (body: unknown) => readItem(Me, body)
  const form = { form: fieldsOf(fields), anonymous: true, signal }
  await currentClient().write('POST', '/account', read, form)
  removeOnceUnused(offerQuery(fields.token).queryKey)
  await adoptSession(signal)
}

export const requestPasswordReset = (fields: z.output<typeof PasswordResetForm>, signal?: AbortSignal) =>
  currentClient().call('POST', '/password-resets', { ...options, form: fieldsOf(fields), signal })

/** Chooses a new password by the token of a link, and signs this browser in. */
export async function resetPassword(
  token: string,
  fields: z.output<typeof NewPasswordForm>,
  signal?: AbortSignal,
): Promise<void> {
  const path = `/password-resets/${encodeURIComponent(token)}`
  await currentClient().call('POST', path, { ...options, form: fieldsOf(fields), signal })
  await adoptSession(signal)
}

/** Ends this browser's session on the server. Succeeds if it has ended already. */
export const endOwnSession = () => currentClient().call('DELETE', '/session', { anonymous: true })

/** Uses the session of the cookie that has just been set. */
async function adoptSession(signal: AbortSignal | undefined) {
  const { person } = await serviceInfoWithoutKey(signal)
  if (!person) throw new ApiError('invalid', signInWords.noCookies)
  signInAs(person.id)
}

/** True for the refusal of a token that is unknown, used or expired. */
export function isDeadLink(thrown: unknown): boolean {
  const { kind, codes } = asApiError(thrown)
  return kind === 'missing' || Boolean(codes['token'])
}
