import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { extensionNames } from '#contract/service-info.ts'
import { asApiError, type ApiErrorKind } from './api-error.ts'
import { server } from './server.ts'
import { serviceInfo } from './service-calls.ts'
import { currentClient, isShared, noteRole } from './session.ts'

/** What servers that say nothing of themselves answer where ours does. */
const saysNothing = new Set<ApiErrorKind>(['missing', 'not-understood', 'forbidden', 'invalid', 'oversized'])

/** Longer, in ms, nothing waits to hear what the server can do beyond the specification. */
const patience = 3000

/** What this server is and whose key is used; null on a server that does not say. */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: [server, 'service'],
    queryFn: async ({ signal }) => {
      try {
        const info = await serviceInfo(currentClient(), signal)
        noteRole(info.key?.role === 'read')
        return info
      } catch (error) {
        if (saysNothing.has(asApiError(error).kind)) return null
        throw error
      }
    },
  })

/** Whether the server has an extension; false also when it cannot be asked now, for everything works without. */
export async function hasExtension(queries: QueryClient, name: (typeof extensionNames)[number]): Promise<boolean> {
  // They are all for whoever has a key.
  if (isShared()) return false
  try {
    const asked = queries.fetchQuery({ ...serviceInfoQuery(), staleTime: 10 * 60_000 })
    const info = await Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, patience, null))])
    return info?.extensions.includes(name) ?? false
  } catch {
    return false
  }
}
