import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type extensionNames, ServiceInfo } from '#contract/service-info.ts'
import { type ApiErrorKind, asApiError } from './api-error.ts'
import { type Client, parseBody } from './client.ts'
import { server } from './server.ts'
import { currentClient, isVisitor, noteRole } from './session.ts'

type Extension = (typeof extensionNames)[number]

export async function serviceInfo(client: Client, signal?: AbortSignal) {
  const { body } = await client.call('GET', '', { signal })
  return parseBody('', body, () => z.parse(ServiceInfo, body))
}

/** How servers without the service description refuse it. */
const hasNoDescription = new Set<ApiErrorKind>(['missing', 'not-understood', 'forbidden', 'invalid', 'oversized'])

/** The longest wait for the service description, in ms; after it no extension is used. */
const maxWaitMs = 3000

/** The server's version, extensions and the key's role; null on a server that doesn't describe itself. */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: [server, 'service'],
    queryFn: async ({ signal }) => {
      try {
        const info = await serviceInfo(currentClient(), signal)
        noteRole(info.key?.role === 'read')
        return info
      } catch (error) {
        if (hasNoDescription.has(asApiError(error).kind)) return null
        throw error
      }
    },
  })

/** Whether the server has an extension; false also while the server can't be reached, as everything works without. */
export async function hasExtension(queries: QueryClient, name: Extension): Promise<boolean> {
  // Every extension needs a key.
  if (isVisitor()) return false
  try {
    const asked = queries.fetchQuery({ ...serviceInfoQuery(), staleTime: 10 * 60_000 })
    const info = await Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, maxWaitMs, null))])
    return info?.extensions.includes(name) ?? false
  } catch {
    return false
  }
}

/** Whether the server has the extension and the key has full access; undefined until the server has answered. */
export function useFullKeyFor(name: Extension): boolean | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return data === undefined ? undefined : data?.key?.role === 'full' && data.extensions.includes(name)
}
