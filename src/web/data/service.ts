import {
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { lenient } from '#contract/responses/lenient.ts'
import { isOwnService, ServiceInfo, supports } from '#contract/service-info.ts'
import { type ApiErrorKind, asApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { currentClient } from './current-client.ts'
import { queryClient } from './query-client.ts'
import { isVisitor } from './reader.ts'
import { setSupportsIdempotency } from './repeat.ts'
import { server } from './server.ts'
import { setReadOnly } from './session.ts'

export const serviceInfo = (client: Client, signal?: AbortSignal) =>
  client.get('', (body) => lenient(ServiceInfo).parse(body), { signal })

/** The errors of servers without a service description. */
const hasNoDescription = new Set<ApiErrorKind>(['missing', 'unreadable', 'forbidden', 'invalid', 'too-large'])

/** The server's name, version and extensions, and the key's role; null on a server that doesn't describe itself. */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: [server, 'service'],
    queryFn: async ({ signal }) => {
      try {
        const info = await serviceInfo(currentClient(), signal)
        setReadOnly(info.key?.role === 'read')
        setSupportsIdempotency(supports(info, 'idempotency'))
        return info
      } catch (error) {
        if (hasNoDescription.has(asApiError(error).kind)) return null
        throw error
      }
    },
  })

/**
 * True if the server is our own service, which has everything beyond the specification; undefined until the server has
 * described itself.
 */
export function useOwnService(): boolean | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return data === undefined ? undefined : isOwnService(data)
}

/** True if the server is our own service and the key has full access; undefined until the server has responded. */
export function useFullKey(): boolean | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return data === undefined ? undefined : data?.key?.role === 'full' && isOwnService(data)
}

/**
 * A query that only our own service supports, sent once the server has described itself. `isUnsupported` is true on
 * other servers, and for keys without full access if the query needs that.
 */
export function useOwnServiceQuery<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
  { needsFullKey = false } = {},
) {
  const service = useQuery(serviceInfoQuery())
  const { data: info } = service
  const isSupported =
    info === undefined ? undefined : isOwnService(info) && (!needsFullKey || info?.key?.role === 'full')
  const result = useQuery({ ...query, enabled: isSupported === true })
  const { data, error, isFetching, isPlaceholderData, refetch } =
    isSupported === undefined ? { ...service, data: undefined } : result
  return { data, error, isFetching, isPlaceholderData, refetch, isUnsupported: isSupported === false }
}

/** Starts a query that only our own service supports, once the server has described itself. Never rejects. */
export async function prefetchFromOwnService<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
) {
  if (await onOwnService(queryClient)) await queryClient.prefetchQuery(query)
}

/** The longest wait for the service description, in ms. Without it, the specified operations are used. */
const maxWaitMs = 3000

/** Resolves to true if the server is our own service and the reader has a key. Never rejects. */
export async function onOwnService(queries: QueryClient): Promise<boolean> {
  if (isVisitor()) return false
  try {
    const description = queries.fetchQuery({ ...serviceInfoQuery(), staleTime: 10 * 60_000 })
    const info = await Promise.race([description, new Promise<null>((resolve) => setTimeout(resolve, maxWaitMs, null))])
    return isOwnService(info)
  } catch {
    return false
  }
}

/** True if the server is our own service, asked without a key; also false if it doesn't respond. */
export const ownServiceWithoutKeyQuery = () =>
  queryOptions({
    queryKey: [server, 'own service'],
    async queryFn({ signal }) {
      try {
        return isOwnService(
          await currentClient().get('', (body) => lenient(ServiceInfo).parse(body), { anonymous: true, signal }),
        )
      } catch {
        return false
      }
    },
    staleTime: 60_000,
  })
