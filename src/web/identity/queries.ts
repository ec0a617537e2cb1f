import { queryOptions } from '@tanstack/react-query'
import { readItem } from '#contract/responses/envelope.ts'
import { IdentityAttempt, WebsiteIdentity } from '#contract/websites/identity.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'

/** An identity with the ETag that `If-Match` needs. */
export type LoadedIdentity = WebsiteIdentity & { etag: string | null }

export const identityQuery = (id: number) =>
  queryOptions({
    queryKey: [reader(), 'identity', id],
    queryFn: ({ signal }) => send('GET', id, { signal }),
    staleTime: 0,
  })

/** Changes an identity and returns it. Throws `conflict` if it has changed since it had the `etag`. */
export const putIdentity = (id: number, form: Record<string, string>, etag: string | null, signal: AbortSignal) =>
  send('PUT', id, { form, signal, ...(etag && { headers: { 'If-Match': etag } }) })

/** Requests a URL with the identity of its website. */
export const tryIdentity = (id: number, url: string, signal: AbortSignal): Promise<IdentityAttempt> =>
  currentClient().write('POST', `/websites/${id}/identity/try`, (body) => readItem(IdentityAttempt, body), {
    form: { url },
    signal,
  })

async function send(
  method: 'GET' | 'PUT',
  id: number,
  options: { form?: Record<string, string>; headers?: Record<string, string>; signal: AbortSignal },
): Promise<LoadedIdentity> {
  const { body, etag } = await currentClient().call(method, `/websites/${id}/identity`, options)
  return { ...readItem(WebsiteIdentity, body), etag }
}
