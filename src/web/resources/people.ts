import { queryOptions, useQuery } from '@tanstack/react-query'
import { ListedPerson } from '#contract/access/people.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor, reader } from '#web/data/reader.ts'
import { useHasPeople, useOwnPerson } from '#web/data/service.ts'
import { assigneeWords as words } from './words.ts'

/** The people whom the reader can name. The key begins like that of Settings, so that a change there outdates it. */
export const assigneesQuery = () =>
  queryOptions({
    queryKey: [reader(), 'people', 'names'],
    queryFn: ({ signal }) => currentClient().get('/people', (body) => readRows(ListedPerson, body), { signal }),
    staleTime: 60_000,
  })

/** `value` is that of the filter: `me`, or an ID. `label` is the name, or "Me". */
export type Assignee = { id: number; name: string; label: string; value: string }

const none: readonly Assignee[] = []

/** Returns the people to whom issues can be assigned, the reader first as "Me". Guests know none of them. */
export function useAssignees(): readonly Assignee[] {
  const hasPeople = useHasPeople()
  const own = useOwnPerson()
  const isAsked = hasPeople && !isVisitor() && own?.team_role !== 'guest'
  const { data } = useQuery({ ...assigneesQuery(), enabled: isAsked })
  if (!data) return none
  const others = data.filter(({ id, state }) => id !== own?.id && state !== 'suspended')
  const me = own ? [{ id: own.id, name: own.name, label: words.me, value: 'me' }] : []
  return [...me, ...others.map(({ id, name }) => ({ id, name, label: name, value: String(id) }))]
}

/** Returns the name of the person in a filter; null until it is known, or for nobody's ID. */
export function useAssigneeName(value: string | null): string | null {
  const assignees = useAssignees()
  return assignees.find((assignee) => assignee.value === value || String(assignee.id) === value)?.label ?? null
}
