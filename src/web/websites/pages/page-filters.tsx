import { useQuery } from '@tanstack/react-query'
import type { FilterCount } from '#contract/lists/filter-counts.ts'
import { defaultReportQuery } from '#contract/lists/list-query.ts'
import { clicksChangeLabels, searchFilterNames } from '#contract/lists/page-filters.ts'
import { pageListFilters, pageListParams, type PageListQuery } from '#contract/lists/page-list.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { TextFilter } from '#web/list/filter-fields.tsx'
import { optionsOf } from '#web/list/filter-picker.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { useAssignees } from '#web/resources/people.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import type { PageFilter } from './page-row.ts'
import { websitePagesWords as words } from './words.ts'

/** The filters of a website's pages. A text applies when it is complete. */
export function PageFilters({
  list,
  websiteId,
  ...choices
}: FilterChoicesProps & { list: ListQueryState<PageListQuery>; websiteId: number }) {
  const { query, change } = list
  const { data: states = [] } = useQuery({
    ...reportQueries.filterCounts({ ...defaultReportQuery, website_id: websiteId, latest: '1' }),
    select: (counts) => googleStates(counts, query.google_index),
  })
  const { data: quietCount = 0 } = useQuery(websitePagesQueries.quietCount(websiteId))
  const isKnown = quietCount > 0 || query.no_impressions !== null
  const people = useAssignees().map(({ value, label }) => [value, label] as const)
  return (
    <FilterChoices
      {...choices}
      groups={[
        optionsOf(words.filters.indexability, indexings, query.indexability, (indexability) =>
          change({ indexability }),
        ),
        optionsOf(words.filters.in_sitemap, listed, query.in_sitemap, (in_sitemap) => change({ in_sitemap })),
        optionsOf(words.filters.clicks_change, clicksChanges, query.clicks_change, (clicks_change) =>
          change({ clicks_change }),
        ),
        optionsOf(words.filters.no_impressions, isKnown ? quiet : [], query.no_impressions, (no_impressions) =>
          change({ no_impressions }),
        ),
        optionsOf(words.filters.google_index, states, query.google_index, (google_index) => change({ google_index })),
        optionsOf(words.filters.assignee, people, query.assignee, (assignee) => change({ assignee })),
        optionsOf(words.filters.gone, gone, query.gone, (value) => change({ gone: value })),
      ]}
    >
      {textFilters.map((name) => (
        <TextField key={name} name={name} list={list} />
      ))}
    </FilterChoices>
  )
}

/** Returns the states in Google’s index that pages have, and the chosen one. */
const googleStates = (counts: readonly FilterCount[], chosen: string | null) =>
  [
    ...new Set([
      ...counts.flatMap(({ filter, value }) => (filter === 'google_index' ? [value] : [])),
      ...(chosen ? [chosen] : []),
    ]),
  ].map((value) => [value, value] as const)

const indexings = indexabilities.map((value) => [value, words.states[value]] as const)
const listed = [
  ['1', words.listed],
  ['0', words.notListed],
] as const
const clicksChanges = namesOf(clicksChangeLabels).map((value) => [value, clicksChangeLabels[value]] as const)
const quiet = [['90', words.noImpressions]] as const
const gone = [['1', words.goneOption]] as const

const choices = ['indexability', 'in_sitemap', 'clicks_change', 'google_index'] as const
type TextFilter = Exclude<PageFilter, (typeof choices)[number] | 'no_impressions' | 'check' | 'assignee' | 'gone'>
const textFilters = [...pageListFilters, ...searchFilterNames].filter(
  (name): name is TextFilter => !choices.some((choice) => choice === name),
)

type FieldProps = { name: TextFilter; list: ListQueryState<PageListQuery> }

const TextField = ({ name, list }: FieldProps) => (
  <TextFilter
    label={words.filters[name]}
    hint={words.hints[name]}
    value={list.query[name]}
    param={pageListParams[name]}
    onChange={(value) => list.change({ [name]: value }, 'replace')}
  />
)
