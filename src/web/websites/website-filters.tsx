import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import { privacyFilterLabels, websiteFilters } from '#contract/lists/page-filters.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { ChoiceField } from '#web/list/filter-fields.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'

const privacies = namesOf(privacyFilterLabels).map((value) => [value, privacyFilterLabels[value]] as const)

/** The filters of websites. */
export const WebsiteFilters = ({
  list,
  ...choices
}: FilterChoicesProps & { list: ListQueryState<WebsiteListQuery> }) => (
  <FilterChoices {...choices}>
    <ChoiceField
      label={websiteFilters.privacy.name}
      value={list.query.privacy}
      options={privacies}
      onChange={(privacy) => list.change({ privacy })}
    />
  </FilterChoices>
)
