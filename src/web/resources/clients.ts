import { queryOptions, useQuery } from '@tanstack/react-query'
import { Client } from '#contract/access/clients.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor, reader } from '#web/data/reader.ts'
import { readFromOwn, useOwnerAccess } from '#web/data/service.ts'

export const clientsKey = () => [reader(), 'clients'] as const

/** All clients by name; null on other servers. */
export const clientsQuery = () =>
  queryOptions({
    queryKey: [...clientsKey(), 'list'],
    queryFn: ({ signal }) => readFromOwn('/clients', (body) => readRows(lenient(Client), body), signal),
    staleTime: 60_000,
  })

/** Clients are loaded again even after a failure, because a write whose response was lost may have been carried out. */
export const invalidateClients = () => queryClient.invalidateQueries({ queryKey: clientsKey() })

/** Gives a website to a client, or to none. Lists are loaded again by the caller. */
export const assignWebsite = (id: number, clientId: number | null, signal?: AbortSignal) =>
  currentClient().call('PUT', `/websites/${id}/client`, {
    form: { client_id: clientId === null ? '' : String(clientId) },
    signal,
  })

/** Returns all clients: none until they have loaded, on other servers and for visitors. */
export function useClients(): readonly Client[] {
  const { data } = useQuery({ ...clientsQuery(), enabled: !isVisitor() })
  return data ?? noClients
}
const noClients: readonly Client[] = []

/** Returns the name of a client by its ID; null until it has loaded, and for an unknown one. */
export function useClientName(id: number | string | null): string | null {
  const clients = useClients()
  return clients.find((client) => String(client.id) === String(id))?.name ?? null
}

/** Returns the clients that can be chosen, by their IDs: those that aren't archived, and the one that is. */
export const useClientOptions = (chosen: string | null): (readonly [string, string])[] =>
  useClients()
    .filter(({ id, archived }) => !archived || String(id) === chosen)
    .map(({ id, name }) => [String(id), name])

/** Returns whether the reader can give websites to clients, and there are any. */
export function useCanAssign(): boolean {
  const clients = useClients()
  return useOwnerAccess() && clients.length > 0
}
