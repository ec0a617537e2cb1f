import { hasNextPage, type Page } from '#contract/envelope.ts'
import { type PageSize, pageSizes } from '#contract/list-query.ts'
import { PageField } from '#web/ui/table/page-field.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { count, listWords } from './words.ts'
import { rangeOf } from './paging.ts'

type Place = { page: number; per_page: PageSize }

type ListFootProps = {
  query: Place
  /** What the rows were asked by: that of before while the next are on their way. */
  shown: Place
  page: Page<unknown>
  /** There is no further page, whatever the server says: these rows are those of another page once more. */
  ends?: boolean
  onChange: (change: { page: number } | { per_page: PageSize }) => void
  /** Somebody is about to turn to this page. */
  onIntent: (page: number) => void
}

const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))

/** Under the rows: which these are, how many there are on a page, and the way to every other page. */
export function ListFoot({ query, shown, page, ends, onChange, onIntent }: ListFootProps) {
  const next = !ends && hasNextPage(query, page) ? query.page + 1 : null
  const turnTo = (to: number) => onChange({ page: to })
  return (
    <Pager
      label={listWords.pages}
      range={!ends && rangeOf(shown, page)}
      position={
        page.lastPage === null ? (
          listWords.pageNumber(count(query.page))
        ) : (
          <PageField
            page={query.page}
            lastPage={page.lastPage}
            words={{ page: listWords.page, of: listWords.pageOf(count(page.lastPage)), label: listWords.goToPage }}
            onPage={turnTo}
          />
        )
      }
      previousLabel={listWords.previousPage}
      nextLabel={listWords.nextPage}
      onPrevious={query.page > 1 ? () => turnTo(query.page - 1) : undefined}
      onNext={next ? () => turnTo(next) : undefined}
      onNextHint={next ? () => onIntent(next) : undefined}
    >
      <Select
        size="s"
        label={listWords.perPage}
        value={String(query.per_page)}
        options={sizes}
        onChange={(size) => onChange({ per_page: Number(size) as PageSize })}
      />
    </Pager>
  )
}
