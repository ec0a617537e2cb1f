import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lenient } from '#contract/responses/lenient.ts'
import { isOwnService, type KeyInfo, ServiceInfo } from '#contract/service-info.ts'
import { type ApiError, asApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { currentClient } from './current-client.ts'
import { queryClient } from './query-client.ts'
import { isVisitor, pathFor } from './reader.ts'
import { serviceInfoKey } from './repeat.ts'
import type { SharedResource } from './resource-paths.ts'
import { server } from './server.ts'
import { currentKey, setReadOnly } from './session.ts'

export const serviceInfo = (client: Client, signal?: AbortSignal) =>
  client.get('', (body) => lenient(ServiceInfo).parse(body), { signal })

/** The errors of servers without a service description. All others leave open what the server is. */
const hasNoDescription = ({ kind, bodyKind }: ApiError) =>
  bodyKind !== 'part' && ['missing', 'unreadable', 'forbidden', 'invalid', 'too-large'].includes(kind)

/**
 * The server's name, version and extensions, and the key's role; null on a server that doesn't describe itself. What
 * the server is, is decided once: an error later on doesn't make our own service another server, and a server without
 * a description isn't asked again.
 */
export const serviceInfoQuery = () =>
  queryOptions({
    queryKey: serviceInfoKey(),
    // Without the query's signal: pages wait for it, also if the one that asked first is left.
    queryFn: async () => {
      const key = currentKey()
      const isOwn = isOwnService(queryClient.getQueryData<ServiceInfo | null>(serviceInfoKey()))
      try {
        const info = await serviceInfo(currentClient())
        if (key === currentKey()) setReadOnly(info.key?.role === 'read')
        return info
      } catch (error) {
        if (!isOwn && hasNoDescription(asApiError(error))) return null
        throw error
      }
    },
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 15_000),
  })

/**
 * True if the server is our own service, which alone has visitors and everything beyond the specification; undefined
 * until it has described itself. Pages are shown once it has.
 */
export function useOwnService(): boolean | undefined {
  const { data } = useQuery({ ...serviceInfoQuery(), enabled: !isVisitor() })
  return isVisitor() || (data === undefined ? undefined : isOwnService(data))
}

/** Shows what only our own service has, and `otherwise` on other servers. */
export const OwnService = ({ children, otherwise = null }: { children: ReactNode; otherwise?: ReactNode }) =>
  useOwnService() ? children : otherwise

/** The key in use, which only our own service describes. */
export function useOwnKey(): KeyInfo | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return isOwnService(data) ? data?.key : undefined
}

/** True if the server is our own service and the key has full access. */
export const useFullKey = () => useOwnKey()?.role === 'full'

/**
 * Resolves to true if the server is our own service and the reader has a key, once the server has described itself,
 * however long ago. Throws an ApiError if it can't: a guess would leave out filters of our own service.
 */
export const onOwnService = async (): Promise<boolean> =>
  !isVisitor() && isOwnService(await queryClient.ensureQueryData(serviceInfoQuery()))

/**
 * Reads what only our own service has: null on other servers, which are asked for nothing. Visitors have the parts of
 * what is shared with them, and no other path.
 */
export async function readFromOwn<Data>(
  from: string | SharedResource,
  read: (body: unknown) => Data,
  signal: AbortSignal,
): Promise<Data | null> {
  const isPath = typeof from === 'string'
  if ((isPath || !isVisitor()) && !(await onOwnService())) return null
  return currentClient().get(isPath ? from : pathFor(from), read, { signal })
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
