import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type Grant, Me } from '#contract/access/people.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader, useCanWrite } from '#web/data/reader.ts'
import { useTeamRole } from '#web/data/service.ts'
import { grantOn } from './grants.ts'
import { websiteQueries } from './websites.tsx'

/** Who is signed in. */
export const meQuery = () =>
  queryOptions({
    queryKey: [reader(), 'me'],
    queryFn: ({ signal }) => currentClient().get('/me', (body) => readItem(Me, body), { signal }),
  })

/** The grants of a member; null for everyone else, and until they have loaded. */
export function useMemberGrants(): readonly Grant[] | null {
  const isMember = useTeamRole() === 'member'
  const { data } = useQuery({ ...meQuery(), enabled: isMember })
  return isMember ? (data?.grants ?? null) : null
}

/** The `edit` grants that limit a reader, none until they have loaded; null for everyone who isn’t limited. */
function useEdits(): readonly Grant[] | null {
  const isMember = useTeamRole() === 'member'
  const grants = useMemberGrants()
  return isMember ? (grants ?? []).filter(({ right }) => right === 'edit') : null
}

/** Returns whether there is anything that the reader can change. */
export function useCanEditAny(): boolean {
  const canWrite = useCanWrite()
  const edits = useEdits()
  return canWrite && (edits === null || edits.length > 0)
}

/** Returns whether the reader can add websites, which needs a grant of everything or of a client. */
export function useCanAddWebsites(): boolean {
  const canWrite = useCanWrite()
  const edits = useEdits()
  return canWrite && (edits === null || edits.some(({ scope }) => scope !== 'website'))
}

/** Without the ID of its client, a website is loaded if that decides. */
type Editable = { id: number; client_id?: number | null | undefined }

/** Stands for websites that aren’t known one by one: only a grant of everything covers them, or of the client. */
export const unknownWebsite = (client_id: number | null = null): Editable => ({ id: 0, client_id })

/**
 * Returns whether the reader can change each of some websites and its reports. A member needs a grant of it, of its
 * client or of everything.
 */
export function useCanEditAll(websites: readonly Editable[]): boolean {
  const canWrite = useCanWrite()
  const edits = useEdits()
  const hasClients = edits?.some(({ scope }) => scope === 'client') ?? false
  const isCovered = (website: Editable) => edits === null || grantOn(website, edits) !== null
  const loaded = useQueries({
    queries: websites
      .filter((website) => hasClients && website.client_id === undefined && !isCovered(website))
      .map(({ id }) => websiteQueries.detail(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  return canWrite && websites.every((one) => isCovered(one) || isCovered(loaded.find(({ id }) => id === one.id) ?? one))
}

/** Returns whether the reader can change a website and its reports; without one, everything. */
export const useCanEdit = (id: number | null, client_id?: number | null): boolean =>
  useCanEditAll([id === null ? unknownWebsite() : { id, client_id }])
