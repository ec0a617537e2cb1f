import { useQueryClient } from '@tanstack/react-query'
import { websiteQueries } from '#web/api/website-queries.ts'
import { NoMatch, PastEnd } from '#web/lists/empty-list.lazy.tsx'
import type { Emptiness } from '#web/lists/paging.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { emptyListWords } from '#web/words/empty-list.ts'
import { websitesWords } from '#web/words/websites.ts'
import type { WebsitesListState } from './use-websites-list.ts'

/** A websites list without rows, and what to do about it. */
export function EmptyWebsites({ state, why }: { state: WebsitesListState; why: Exclude<Emptiness, 'none'> }) {
  const { query, change } = state.list
  const queries = useQueryClient()
  if (why === 'past-end') {
    const turnTo = (page: number) => {
      // What is remembered of the pages before is from when the list was longer.
      void queries.invalidateQueries({ queryKey: websiteQueries.lists(), refetchType: 'none' })
      change({ page })
    }
    return <PastEnd page={query.page} lastPage={state.rows.page?.lastPage ?? null} onPage={turnTo} />
  }
  if (why === 'no-match') {
    const clear = () => change({ search: '' })
    return <NoMatch filters={[{ label: emptyListWords.dropSearch(query.search), onDrop: clear }]} onDropAll={clear} />
  }
  return (
    <Card>
      <EmptyState
        title={websitesWords.emptyTitle}
        actions={
          <Button variant="main" onClick={() => document.getElementById('analyse-url')?.focus()}>
            {websitesWords.emptyAction}
          </Button>
        }
      >
        {websitesWords.emptyText}
      </EmptyState>
    </Card>
  )
}
