import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { emptyListWords } from './empty-words.ts'
import { count } from './words.ts'
import { focusHeading } from '#web/ui/page-header.tsx'

/** What is done here takes the button away that did it. */
function leaving(act: () => void) {
  act()
  focusHeading()
}

/** Names each filter that is set and offers to drop it, or all of them. */
export function NoMatch({
  filters,
  onDropAll,
}: {
  filters: { label: string; onDrop: () => void }[]
  onDropAll: () => void
}) {
  return (
    <Card>
      <EmptyState
        title={emptyListWords.noMatch}
        actions={
          <>
            {filters.map(({ label, onDrop }) => (
              <Button key={label} icon="cross" aria-label={emptyListWords.drop(label)} onClick={() => leaving(onDrop)}>
                {label}
              </Button>
            ))}
            {filters.length > 1 && (
              <Button variant="main" onClick={() => leaving(onDropAll)}>
                {emptyListWords.dropAll}
              </Button>
            )}
          </>
        }
      />
    </Card>
  )
}

/** A page that is not there any more, or never was. */
export function PastEnd({
  page,
  lastPage,
  onPage,
}: {
  page: number
  lastPage: number | null
  onPage: (page: number) => void
}) {
  const last = lastPage ?? page - 1
  return (
    <Card>
      <EmptyState
        title={emptyListWords.pastEnd(count(page))}
        actions={
          <>
            <Button variant="main" onClick={() => leaving(() => onPage(last))}>
              {emptyListWords.goToNumber(count(last))}
            </Button>
            {lastPage === null && last > 1 && (
              <Button onClick={() => leaving(() => onPage(1))}>{emptyListWords.goToNumber('1')}</Button>
            )}
          </>
        }
      >
        {lastPage === null ? emptyListWords.pastEndUnknown : emptyListWords.pastEndMore(count(lastPage))}
      </EmptyState>
    </Card>
  )
}
