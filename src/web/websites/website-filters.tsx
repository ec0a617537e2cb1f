import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import { privacyFilterLabels, websiteFilters } from '#contract/lists/page-filters.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { optionsOf } from '#web/list/filter-picker.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { useClientOptions } from '#web/resources/clients.ts'

const privacies = namesOf(privacyFilterLabels).map((value) => [value, privacyFilterLabels[value]] as const)

/** The filters of websites. */
export function WebsiteFilters({
  list: { query, change },
  ...choices
}: FilterChoicesProps & { list: ListQueryState<WebsiteListQuery> }) {
  const clients = useClientOptions(query.client)
  return (
    <FilterChoices
      {...choices}
      groups={[
        optionsOf(websiteFilters.privacy.name, privacies, query.privacy, (privacy) => change({ privacy })),
        optionsOf(websiteFilters.client.name, clients, query.client, (client) => change({ client })),
      ]}
    />
  )
}
