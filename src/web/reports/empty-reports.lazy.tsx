import { useQueryClient } from '@tanstack/react-query'
import { ratingTable } from '#contract/rating.ts'
import { reportQueries } from './queries.ts'
import { emptyListWords } from '#web/list/empty-words.ts'
import { NoMatch, PastEnd } from '#web/list/empty-list.lazy.tsx'
import { activeFilters, type ReportsListState } from './use-reports-list.ts'

/** A reports list without rows, though there are reports. */
export function EmptyReports({ state, why }: { state: ReportsListState; why: 'no-match' | 'past-end' }) {
  const { query, change } = state.list
  const queries = useQueryClient()
  if (why === 'past-end') {
    const turnTo = (page: number) => {
      // What is remembered of the pages before is from when the list was longer.
      void queries.invalidateQueries({ queryKey: reportQueries.lists(), refetchType: 'none' })
      change({ page })
    }
    return <PastEnd page={query.page} lastPage={state.rows.page?.lastPage ?? null} onPage={turnTo} />
  }
  const { search, result, website_id } = activeFilters(state)
  const drops = [
    search && { label: emptyListWords.dropSearch(query.search), part: { search: '' } },
    result &&
      query.result && { label: emptyListWords.dropRating(ratingTable[query.result].label), part: { result: null } },
    website_id && { label: emptyListWords.dropWebsite(state.website?.short ?? ''), part: { website_id: null } },
  ].filter((drop) => drop !== false && drop !== null)
  return (
    <NoMatch
      filters={drops.map(({ label, part }) => ({ label, onDrop: () => change(part) }))}
      onDropAll={() => change(Object.assign({}, ...drops.map(({ part }) => part)))}
    />
  )
}
