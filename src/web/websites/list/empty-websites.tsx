import { useQueryClient } from '@tanstack/react-query'
import { type Privacy, privacyLabels } from '#contract/website.ts'
import { websiteQueries } from '../queries.ts'
import { useMayWrite } from '#web/data/session.ts'
import { NoMatch, PastEnd } from '#web/list/empty-list.lazy.tsx'
import type { Emptiness } from '#web/list/paging.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { emptyListWords } from '#web/list/empty-words.ts'
import { websitesWords } from '../words.ts'
import type { WebsitesListState } from './use-websites-list.ts'

/** A websites list without rows, and what to do about it. */
export function EmptyWebsites({ state, why }: { state: WebsitesListState; why: Exclude<Emptiness, 'none'> }) {
  const { query, change } = state.list
  const queries = useQueryClient()
  const mayWrite = useMayWrite()
  if (why === 'past-end') {
    const turnTo = (page: number) => {
      // What is remembered of the pages before is from when the list was longer.
      void queries.invalidateQueries({ queryKey: websiteQueries.lists(), refetchType: 'none' })
      change({ page })
    }
    return <PastEnd page={query.page} lastPage={state.rows.page?.lastPage ?? null} onPage={turnTo} />
  }
  if (why === 'no-match') {
    const { search, privacy } = query
    const drops = [
      ...(search === '' ? [] : [{ label: emptyListWords.dropSearch(search), onDrop: () => change({ search: '' }) }]),
      ...(privacy === null
        ? []
        : [
            {
              label: websitesWords.dropPrivacy(privacyLabels[Number(privacy) as Privacy]),
              onDrop: () => change({ privacy: null }),
            },
          ]),
    ]
    return <NoMatch filters={drops} onDropAll={() => change({ search: '', privacy: null })} />
  }
  return (
    <Card>
      <EmptyState
        title={websitesWords.emptyTitle}
        actions={
          mayWrite && (
            <Button variant="main" onClick={() => document.getElementById('analyse-url')?.focus()}>
              {websitesWords.emptyAction}
            </Button>
          )
        }
      >
        {websitesWords.emptyText}
      </EmptyState>
    </Card>
  )
}
