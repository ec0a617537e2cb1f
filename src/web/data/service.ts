import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lenient } from '#contract/responses/lenient.ts'
import {
  type Extension,
  isOwnService,
  type KeyInfo,
  type PersonInfo,
  ServiceInfo,
  supports,
  type TeamRole,
} from '#contract/service-info.ts'
import { type ApiError, asApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { currentClient } from './current-client.ts'
import { queryClient } from './query-client.ts'
import { isVisitor, pathFor } from './reader.ts'
import { serviceInfoKey } from './repeat.ts'
import type { SharedResource } from './resource-paths.ts'
import { server } from './server.ts'
import { type Credential, currentCredential, forgetEndedSession, setReadOnly, signInAs } from './session.ts'

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
      const credential = currentCredential()
      const isOwn = isOwnService(queryClient.getQueryData<ServiceInfo | null>(serviceInfoKey()))
      try {
        const info = await serviceInfo(currentClient())
        if (credential === currentCredential()) noteSender(info, credential)
        return info
      } catch (error) {
        if (!isOwn && hasNoDescription(asApiError(error))) return null
        throw error
      }
    },
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 15_000),
  })

/** Notes what the server says of who sends requests: another tab may have signed in as another person meanwhile. */
function noteSender({ key, person }: ServiceInfo, credential: Credential | null) {
  const isGuest = person?.team_role === 'guest'
  if (typeof credential !== 'object') return setReadOnly(isGuest || key?.role === 'read')
  if (!person) return forgetEndedSession()
  if (person.id !== credential?.person) signInAs(person.id)
  setReadOnly(isGuest)
}

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

/** The person who is signed in, or whose key is used. Null without one, also on servers without accounts. */
export function useOwnPerson(): PersonInfo | null {
  const { data } = useQuery(serviceInfoQuery())
  return (isOwnService(data) && data?.person) || null
}

/** The role of the reader in the team, which is an owner’s for a service key; null on other servers. */
export function useTeamRole(): TeamRole | null {
  const { data } = useQuery(serviceInfoQuery())
  return isOwnService(data) ? (data?.person?.team_role ?? 'owner') : null
}

/**
 * True if the server is our own service, and the reader is a person of the team in a session or has a key with full
 * access.
 */
export function useFullAccess() {
  const { data } = useQuery(serviceInfoQuery())
  const isOfTeam = isOwnService(data) && data?.person?.team_role !== 'guest'
  return isOfTeam && (data?.key ? data.key.role === 'full' : data?.person !== undefined)
}

/** Whether a reader can manage people, clients and the brand. */
const isOwnerAccess = (info: ServiceInfo | null | undefined) =>
  isOwnService(info) &&
  (info?.person?.team_role ?? 'owner') === 'owner' &&
  (info?.key ? info.key.role === 'full' : info?.person !== undefined)

/** True if the reader can manage people, clients and the brand. */
export function useOwnerAccess() {
  const { data } = useQuery(serviceInfoQuery())
  return isOwnerAccess(data)
}

/** Resolves to the same, once the server has described itself, for loaders of pages of owners. */
export const hasOwnerAccess = async () =>
  !isVisitor() && isOwnerAccess(await queryClient.ensureQueryData(serviceInfoQuery()))

/** True if the server is our own service and this installation has a feature. Visitors aren’t told. */
export function useSupports(name: Extension) {
  const { data } = useQuery({ ...serviceInfoQuery(), enabled: !isVisitor() })
  return isOwnService(data) && supports(data, name)
}

/** True if people have accounts on this server. */
export const useHasPeople = () => useSupports('people')

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

/** Describes our own service, asked without a key. The person is that of this browser's session. */
export const serviceInfoWithoutKey = async (signal?: AbortSignal) =>
  currentClient().get('', (body) => lenient(ServiceInfo).parse(body), { anonymous: true, signal })

/** Our own service, asked without a key; null if it is another server, or doesn't respond. */
export const ownServiceWithoutKeyQuery = () =>
  queryOptions({
    queryKey: [server, 'own service'],
    async queryFn({ signal }) {
      try {
        const info = await serviceInfoWithoutKey(signal)
        return isOwnService(info) ? info : null
      } catch {
        return null
      }
    },
    staleTime: 60_000,
  })
