import * as z from 'zod/mini'
import { ServiceInfo, SignInAnswer } from '#contract/service-info.ts'
import { asApiError } from './api-error.ts'
import { type Client, understood } from './client.ts'

export async function serviceInfo(client: Client, signal?: AbortSignal) {
  const { body } = await client.call('GET', '', { signal })
  return understood('', body, () => z.parse(ServiceInfo, body))
}

/** Whether a command where the server runs prints links that sign in; servers of other kinds have none. */
export async function tellsOfSignIn(client: Client) {
  try {
    const { body } = await client.call('GET', '', { anonymous: true })
    return z.parse(ServiceInfo, body).extensions.includes('sign-in')
  } catch {
    return false
  }
}

/** Exchanges a one-time token for a key. Where the answer is lost only trying again tells whether the token is used up. */
export async function signIn(client: Client, token: string) {
  const { body } = await client.call('POST', '/sign-in', { form: { token }, anonymous: true }).catch((thrown) => {
    throw Object.assign(asApiError(thrown), { unsure: false })
  })
  return understood('/sign-in', undefined, () => z.parse(SignInAnswer, body).data)
}
