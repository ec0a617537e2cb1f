import type { QueryKey } from '@tanstack/react-query'
import { grouped } from '#contract/format/numbers.ts'
import { queryClient } from '#web/data/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { focusHeading } from '#web/ui/page-header.tsx'
import { emptyListWords as words } from './notice-words.ts'

/** Acts and moves the focus, because the action removes the button that was pressed. */
function act(action: () => void) {
  action()
  focusHeading()
}

type NoMatchProps = { filters: { label: string; onRemove: () => void }[]; onClear: () => void }

/** No row matches the filters: names each of them and offers to remove it, or all. */
export function NoMatch({ filters, onClear }: NoMatchProps) {
  return (
    <Card>
      <EmptyState
        title={words.noMatch}
        actions={
          <>
            {filters.map(({ label, onRemove }) => (
              <Button key={label} icon="cross" aria-label={words.drop(label)} onClick={() => act(onRemove)}>
                {label}
              </Button>
            ))}
            {filters.length > 1 && (
              <Button variant="main" onClick={() => act(onClear)}>
                {words.dropAll}
              </Button>
            )}
          </>
        }
      />
    </Card>
  )
}

type PastEndProps = { page: number; lastPage: number | null; listKey: QueryKey; onPage: (page: number) => void }

/** The page is beyond the end of the list. */
export function PastEnd({ page, lastPage, listKey, onPage }: PastEndProps) {
  const last = lastPage ?? page - 1
  const turnTo = (number: number) => {
    // The cached pages are from when the list was longer.
    void queryClient.invalidateQueries({ queryKey: listKey, refetchType: 'none' })
    act(() => onPage(number))
  }
  return (
    <Card>
      <EmptyState
        title={words.pastEnd(grouped(page))}
        actions={
          <>
            <Button variant="main" onClick={() => turnTo(last)}>
              {words.goToNumber(grouped(last))}
            </Button>
            {lastPage === null && last > 1 && <Button onClick={() => turnTo(1)}>{words.goToNumber('1')}</Button>}
          </>
        }
      >
        {lastPage === null ? words.pastEndUnknown : words.pastEndMore(grouped(lastPage))}
      </EmptyState>
    </Card>
  )
}
