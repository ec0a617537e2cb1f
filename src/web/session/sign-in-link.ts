import * as z from 'zod/mini'
import { SignInResponse } from '#contract/keys.ts'
import { ServiceInfo } from '#contract/service-info.ts'
import { asApiError, parseBody } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'

/** Whether the server offers sign-in links, which a command prints where it runs. */
export async function hasSignInLinks(client: Client) {
  try {
    const { body } = await client.call('GET', '', { anonymous: true })
    return z.parse(ServiceInfo, body).extensions.includes('sign-in')
  } catch {
    return false
  }
}

/** Exchanges a one-time token for a key. If the response is lost, only another try shows whether the token was used. */
export async function exchangeToken(client: Client, token: string) {
  const { body } = await client.call('POST', '/sign-in', { form: { token }, anonymous: true }).catch((thrown) => {
    throw Object.assign(asApiError(thrown), { unsure: false })
  })
  return parseBody('/sign-in', undefined, () => z.parse(SignInResponse, body).data)
}
