import { useId } from 'react'
import { type Direction, directions, type ReportSort, reportSorts } from '#contract/list-query.ts'
import { type Rating, ratings, ratingTable } from '#contract/rating.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { listWords } from '#web/list/words.ts'
import { reportsWords } from './words.ts'
import { focusHeading } from '#web/ui/page-header.tsx'
import { ListToolbar } from '#web/list/list-toolbar.tsx'
import { ListTools } from '#web/list/list-tools.tsx'
import { countOfReports } from './report-count.tsx'
import { sortOptions, sortOfOption } from '#web/list/sort-options.ts'
import { activeFilters, nothingFiltered, type ReportsListState } from './use-reports-list.ts'
import { WebsiteCombobox } from '#web/websites/website-combobox.tsx'

const ReportsToolDialog = lazyPart(() => import('./reports-tools.lazy.tsx').then((file) => file.ReportsToolDialog))

const ratingChoices = [
  { value: 'all', label: reportsWords.all },
  ...ratings.map((rating) => ({
    value: rating,
    label: <RatingBadge rating={rating} label={ratingTable[rating].label} />,
  })),
] as const

const orders = sortOptions(reportSorts, directions, reportsWords.order)

/** Search, rating, website and order of the reports. */
export function ReportsToolbar({ state }: { state: ReportsListState }) {
  const { query, change } = state.list
  const { search, result, website_id } = activeFilters(state)
  const { website_id: _, ...reportFilters } = nothingFiltered
  const clear = () => {
    change(state.websiteFixed ? reportFilters : nothingFiltered)
    focusHeading()
  }
  return (
    <ListToolbar
      search={{ label: reportsWords.search, value: query.search, onSearch: (search) => change({ search }, 'replace') }}
      filters={state.websiteFixed && query.website_id === null ? null : <ReportFilters state={state} />}
      active={Number(result) + Number(website_id)}
      sort={{
        value: `${query.sort_by}.${query.sort}` as const,
        options: orders,
        onSort: (option) => change(sortOfOption<ReportSort, Direction>(option)),
      }}
      onClear={search || result || website_id ? clear : undefined}
      tools={
        <ListTools dialog={(tool, onClose) => <ReportsToolDialog tool={tool} state={state} onClose={onClose} />} />
      }
      showLabel={listWords.showResults(countOfReports(state))}
    />
  )
}

function ReportFilters({ state }: { state: ReportsListState }) {
  const { query, change } = state.list
  return (
    <>
      <Segments<Rating | 'all'>
        legend={reportsWords.rating}
        name={useId()}
        value={query.result ?? 'all'}
        options={ratingChoices}
        onChange={(rating) => change({ result: rating === 'all' ? null : rating })}
      />
      {!state.websiteFixed && (
        <WebsiteCombobox websiteId={query.website_id} onChoose={(website_id) => change({ website_id })} />
      )}
    </>
  )
}
