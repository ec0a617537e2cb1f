import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import { privacyFilterLabels, websiteFilters } from '#contract/lists/page-filters.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { ChoiceField } from '#web/list/filter-fields.tsx'
import { FilterPopover, type FilterPopoverProps } from '#web/list/filter-popover.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'

const privacies = namesOf(privacyFilterLabels).map((value) => [value, privacyFilterLabels[value]] as const)

/** The filters of websites. */
export const WebsiteFilters = ({
  list,
  ...popover
}: FilterPopoverProps & { list: ListQueryState<WebsiteListQuery> }) => (
  <FilterPopover {...popover}>
    <ChoiceField
      label={websiteFilters.privacy.name}
      value={list.query.privacy}
      options={privacies}
      onChange={(privacy) => list.change({ privacy })}
    />
  </FilterPopover>
)
