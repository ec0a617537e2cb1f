import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchSorts } from '#contract/google/search-data.ts'
import type { FilterCount } from '#contract/lists/filter-counts.ts'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import { type ListFilter, type PageFilterName, pageFilters } from '#contract/lists/page-filters.ts'
import { groupKinds } from '#contract/lists/page-groups.ts'
import { categories, categoryLabels } from '#contract/reports/analysis.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useSupports } from '#web/data/service.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { PeriodField, TextFilter } from '#web/list/filter-fields.tsx'
import type { FilterOption, FilterOptions } from '#web/list/filter-picker.tsx'
import { hasFilter, type ResourceListState } from '#web/list/use-resource-list.ts'
import { useClientOptions } from '#web/resources/clients.ts'
import { useAssignees } from '#web/resources/people.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { WebsiteCombobox } from '#web/resources/website-combobox.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { websiteFilterWords } from '#web/resources/words.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { pageFilterWords as words } from './words.ts'

type ListState = ResourceListState<AnyReportRow, ReportListQuery>

/** The filters of reports: their website, issues, changes, indexability and time. */
export function PageFilters({ state, ...choices }: FilterChoicesProps & { state: ListState }) {
  const { query, change } = state.list
  const groups = useOptions(state)
  const hasGoogle = useHasGoogle(state)
  return (
    <FilterChoices {...choices} groups={groups}>
      {hasFilter(state, 'website_id') && (
        <Field label={websiteFilterWords.label}>
          {({ id }) => (
            <WebsiteCombobox
              fieldId={id}
              websiteId={query.website_id}
              onChoose={(website_id) => change({ website_id })}
            />
          )}
        </Field>
      )}
      {hasFilter(state, 'since') && (
        <Field label={pageFilters.since.name}>
          {(field) => <DateInput {...field} value={query.since} onChange={(since) => change({ since })} />}
        </Field>
      )}
      {hasGoogle &&
        searchSorts
          .filter((name) => hasFilter(state, name))
          .map((name) => (
            <TextFilter
              key={name}
              label={pageFilters[name].name}
              hint={words.range}
              value={query[name]}
              param={pageFilters[name].param}
              onChange={(value) => change({ [name]: value }, 'replace')}
            />
          ))}
      {hasFilter(state, 'from') && <PeriodField period={query} onChange={change} />}
    </FilterChoices>
  )
}

/** Returns whether filters by Google's figures are offered: where a row has some, like columns, or one is active. */
function useHasGoogle({ list, rows }: ListState): boolean {
  const isSupported = useSupports('search_console')
  const isActive = [...searchSorts, 'clicks_change' as const].some((name) => list.query[name] !== null)
  return isSupported && (isActive || rows.page?.rows.some(({ clicks }) => typeof clicks === 'number') === true)
}

/** Returns the values of all filters that are chosen by name, those of issues by their category. */
function useOptions(state: ListState): FilterOptions[] {
  const { query, change } = state.list
  const has = (name: PageFilterName) => hasFilter(state, name)
  const website = query.website_id
  const { data: counts } = useQuery({
    ...reportQueries.filterCounts(query),
    enabled: has('check'),
    placeholderData: keepPreviousData,
  })
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: has('check') })
  const assignees = useAssignees()
  const hasGoogle = useHasGoogle(state)
  const { data: pageGroups = [] } = useQuery({
    ...websitePagesQueries.groups(website ?? 0),
    enabled: website !== null && has('group'),
  })
  const option = (filter: PageFilterName, value: string, label: string, count = countIn(counts, filter, value)) =>
    ({
      key: `${filter} ${value}`,
      filter: pageFilters[filter].name,
      label,
      count,
      isOn: query[filter] === value,
      onChoose: () => change({ [filter]: query[filter] === value ? null : value }),
    }) satisfies FilterOption
  const plain = (filter: PageFilterName): FilterOptions => {
    const { name, options = {}, label } = pageFilters[filter] as ListFilter<string>
    const value = query[filter]
    const given = value === null || value in options ? [] : [option(filter, value, label(value, {}))]
    return {
      label: name,
      items: has(filter) ? [...Object.entries(options).map(([one, text]) => option(filter, one, text)), ...given] : [],
    }
  }
  const checks = (has('check') && catalogue?.data) || []
  const issues = categories.map((category) => ({
    label: words.issuesOf(categoryLabels[category]),
    items: checks
      .filter((check) => check.category === category)
      .map(({ id, name, title_pass }) => option('check', id, name ?? title_pass)),
  }))
  const unlisted = (filter: 'check' | 'group', listed: readonly string[]): FilterOptions => {
    const value = query[filter]
    const isListed = value === null || !has(filter) || listed.includes(value)
    return { label: pageFilters[filter].name, items: isListed ? [] : [option(filter, value, value)] }
  }
  const inIndex = (counts ?? []).flatMap(({ filter, value }) => (filter === 'google_index' ? [value] : []))
  const chosenState = query.google_index
  const indexed = {
    label: pageFilters.google_index.name,
    items: has('google_index')
      ? [...new Set([...inIndex, ...(chosenState === null ? [] : [chosenState])])].map((state) =>
          option('google_index', state, state),
        )
      : [],
  }
  const clients = useClientOptions(has('client') ? query.client : null)
  const groups = groupKinds.map((kind) => ({
    label: words.groupKinds[kind],
    items: pageGroups
      .filter((group) => group.kind === kind)
      .map((group) => option('group', group.group, words.groupOption(group), { count: group.pages, isAtLeast: false })),
  }))
  return [
    plain('indexability'),
    plain('changed'),
    ...issues,
    unlisted(
      'check',
      checks.map(({ id }) => id),
    ),
    ...(website === null && query.structure === null ? [] : [plain('structure')]),
    ...groups,
    unlisted(
      'group',
      pageGroups.map(({ group }) => group),
    ),
    plain('score'),
    ...(hasGoogle ? [plain('clicks_change')] : []),
    indexed,
    {
      label: pageFilters.assignee.name,
      items: has('assignee') ? assignees.map(({ value, label }) => option('assignee', value, label, undefined)) : [],
    },
    {
      label: pageFilters.client.name,
      items: has('client') ? clients.map(([id, name]) => ({ ...option('client', id, name), count: undefined })) : [],
    },
  ]
}

/** Returns undefined until the counts have arrived. A value that they leave out has no report. */
function countIn(counts: readonly FilterCount[] | undefined, filter: string, value: string): FilterOption['count'] {
  if (!counts) return undefined
  const found = counts.find((count) => count.filter === filter && count.value === value)
  return { count: found?.count ?? 0, isAtLeast: found?.count_relation === 'gte' }
}
