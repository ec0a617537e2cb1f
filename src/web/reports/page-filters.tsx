import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import { type ListFilter, type PageFilterName, pageFilterNames, pageFilters } from '#contract/lists/page-filters.ts'
import { type GroupKind, groupKinds } from '#contract/lists/page-groups.ts'
import { categories, categoryLabels } from '#contract/reports/analysis.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { ChoiceField, PeriodField } from '#web/list/filter-fields.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { hasFilter, type ResourceListState } from '#web/list/use-resource-list.ts'
import { WebsiteCombobox } from '#web/resources/website-combobox.tsx'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { websiteFilterWords } from '#web/resources/words.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { pageFilterWords as words } from './words.ts'

/** The filters of reports: their website, issues, changes, indexability and time. */
export function PageFilters({
  state,
  ...choices
}: FilterChoicesProps & { state: ResourceListState<AnyReportRow, ReportListQuery> }) {
  const { list } = state
  const offered = pageFilterNames.filter((name) => hasFilter(state, name))
  const hasWebsite = hasFilter(state, 'website_id')
  return (
    <FilterChoices {...choices}>
      {hasWebsite && (
        <Field label={websiteFilterWords.label}>
          {({ id }) => (
            <WebsiteCombobox
              fieldId={id}
              websiteId={list.query.website_id}
              onChoose={(website_id) => list.change({ website_id })}
            />
          )}
        </Field>
      )}
      {offered.map((name) => {
        const Control = controls[name] ?? PlainChoice
        return <Control key={name} name={name} list={list} />
      })}
    </FilterChoices>
  )
}

type ControlProps = { name: PageFilterName; list: ListQueryState<ReportListQuery> }

/** Chooses one of the options of a filter. */
function PlainChoice({ name, list }: ControlProps) {
  const { name: label, options = {}, label: labelOf } = pageFilters[name] as ListFilter<string>
  const value = list.query[name]
  const known = Object.entries(options)
  return (
    <ChoiceField
      label={label}
      value={value}
      options={value === null || value in options ? known : [...known, [value, labelOf(value, { check: null })]]}
      onChange={(chosen) => list.change({ [name]: chosen })}
    />
  )
}

/** Chooses a check of the catalogue. */
function CheckField({ list: { query, change } }: ControlProps) {
  const { data: catalogue } = useQuery(checksQuery())
  const checks = catalogue?.data ?? []
  return (
    <ChoiceField
      label={pageFilters.check.name}
      value={query.check}
      options={query.check === null || checks.some(({ id }) => id === query.check) ? [] : [[query.check, query.check]]}
      groups={categories.map((category) => ({
        label: categoryLabels[category],
        options: checks
          .filter((check) => check.category === category)
          .map(({ id, name: ofCheck, title_pass }) => [id, ofCheck ?? title_pass]),
      }))}
      onChange={(check) => change({ check })}
    />
  )
}

const groupLabels = { folder: words.folders, shape: words.shapes } satisfies Record<GroupKind, string>

/** Chooses a page group of the website, each with its average and its worst issue. */
function GroupField({ list: { query, change } }: ControlProps) {
  const { website_id: website, group } = query
  const { data: groups = [] } = useQuery({ ...websitePagesQueries.groups(website ?? 0), enabled: website !== null })
  if (website === null && group === null) return null
  return (
    <ChoiceField
      label={pageFilters.group.name}
      value={group}
      options={group === null || groups.some((known) => known.group === group) ? [] : [[group, group]]}
      groups={groupKinds.map((kind) => ({
        label: groupLabels[kind],
        options: groups.filter((group) => group.kind === kind).map((group) => [group.group, words.groupOption(group)]),
      }))}
      onChange={(chosen) => change({ group: chosen })}
    />
  )
}

const DaysField = ({ list: { query, change } }: ControlProps) => <PeriodField period={query} onChange={change} />

/** Chooses a day. */
const DayField = ({ name, list: { query, change } }: ControlProps) => (
  <Field label={pageFilters[name].name}>
    {(field) => <DateInput {...field} value={query[name]} onChange={(day) => change({ [name]: day })} />}
  </Field>
)

/** The filters that are no plain choice. */
const controls: { [Name in PageFilterName]?: ComponentType<ControlProps> } = {
  check: CheckField,
  since: DayField,
  group: GroupField,
  from: DaysField,
  to: () => null,
}
