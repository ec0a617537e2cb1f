import type { RedirectListQuery } from '#contract/jobs/redirects.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { optionsOf } from '#web/list/filter-picker.tsx'
import { choices } from './redirect-toolbar.tsx'
import { redirectWords as words } from './words.ts'

type RedirectFiltersProps = FilterChoicesProps & {
  query: RedirectListQuery
  onChange: (change: Partial<RedirectListQuery>) => void
}

/** The filters of a redirect map that aren't beside their button. */
export function RedirectFilters({ query, onChange, ...props }: RedirectFiltersProps) {
  const { filters } = words
  const groups = [
    optionsOf(filters.hops, choices.hops, query.hops, (hops) => onChange({ hops })),
    optionsOf(filters.title_likeness, choices.title_likeness, query.title_likeness, (title_likeness) =>
      onChange({ title_likeness }),
    ),
    optionsOf(filters.text_likeness, choices.text_likeness, query.text_likeness, (text_likeness) =>
      onChange({ text_likeness }),
    ),
    optionsOf(filters.canonical, choices.canonical, query.canonical, (canonical) => onChange({ canonical })),
    optionsOf(filters.map_fault, choices.map_fault, query.map_fault, (map_fault) => onChange({ map_fault })),
  ]
  return <FilterChoices {...props} groups={groups} />
}
