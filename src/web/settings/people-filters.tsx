import { useQueries } from '@tanstack/react-query'
import type { Person } from '#contract/access/people.ts'
import { maxSearchLength } from '#contract/lists/list-query.ts'
import { choice, defaultsOf, type QueryOf, type QueryParams, text, wholeNumber } from '#contract/lists/query-params.ts'
import { teamRoles } from '#contract/service-info.ts'
import { maxId } from '#contract/values.ts'
import { SearchBox } from '#web/list/search-box.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { useClients } from '#web/resources/clients.ts'
import { grantOn } from '#web/resources/grants.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { clientWords, teamRoleWords } from '#web/resources/words.ts'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { peopleFilterWords as words } from './people-words.ts'

const ClientCombobox = lazyPart(
  () => import('#web/resources/client-combobox.tsx').then((file) => file.ClientCombobox),
  () => <div className="control" />,
)

const params = {
  search: text(maxSearchLength),
  role: choice(teamRoles, null),
  client: wholeNumber(maxId, null),
}
export type PeopleFilter = QueryOf<typeof params>

/** The parameters of the address of the page of people, who are all loaded. */
export const peopleParams: QueryParams<PeopleFilter> = params
export const noFilter = defaultsOf(peopleParams)

/** Returns the people who match a filter. One by client leaves those who see the client, or a website of it. */
export function useFiltered(people: readonly Person[], { search, role, client }: PeopleFilter): Person[] {
  const granted = client === null ? [] : people.flatMap(({ grants }) => grants.map(({ website_id }) => website_id))
  const ids = [...new Set(granted)].filter((id) => id !== null)
  const ofClient = useQueries({
    queries: ids.map((id) => websiteQueries.detail(id)),
    combine: (results) => results.flatMap(({ data }) => (data && data.client_id === client ? [data.id] : [])),
  })
  const typed = search.toLowerCase()
  return people.filter(
    ({ name, email, team_role, grants }) =>
      [name, email].some((given) => given.toLowerCase().includes(typed)) &&
      (role === null || team_role === role) &&
      (client === null || [null, ...ofClient].some((id) => grantOn({ id: id ?? 0, client_id: client }, grants))),
  )
}

const roleOptions = [
  { value: '', label: words.anyRole },
  ...teamRoles.map((value) => ({ value, label: teamRoleWords[value] })),
]

/** The search and the filters above the people. */
export function PeopleFilters({ query, change }: Pick<ListQueryState<PeopleFilter>, 'query' | 'change'>) {
  const hasClients = useClients().length > 0
  return (
    <div className="cluster quiet-edge">
      <SearchBox label={words.search} value={query.search} onSearch={(search, how) => change({ search }, how)} />
      <Select
        label={words.role}
        value={query.role ?? ''}
        options={roleOptions}
        onChange={(value) => change({ role: teamRoles.find((one) => one === value) ?? null })}
      />
      {hasClients && (
        <ClientCombobox
          clientId={query.client}
          onChoose={(client) => change({ client })}
          placeholder={clientWords.all}
        />
      )}
    </div>
  )
}
