import { grouped } from '#contract/format/numbers.ts'
import { type PageSize, pageSizes } from '#contract/lists/list-query.ts'
import { hasNextPage, type PageOfList } from '#contract/responses/envelope.ts'
import { setPreferences } from '#web/data/preferences.ts'
import { Select } from '#web/ui/inputs.tsx'
import { Pager, PageField } from '#web/ui/pager.tsx'
import { rangeOf } from './paging.ts'
import { listWords } from './words.ts'

type Paging = { page: number; per_page: PageSize }

type ListFootProps = {
  query: Paging
  /** The query of the shown rows: the previous one while the next rows are loading. */
  shown: Paging
  page: PageOfList<unknown>
  /** There is no next page, even if the server announces one. */
  isLastPage?: boolean
  onChange: (change: { page: number } | { per_page: PageSize }) => void
  /** The user is about to turn to this page. */
  onIntent: (page: number) => void
}

const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))

/**
 * The foot of a list: the range of rows, the page size, and the way to every other page. Without another page there is
 * only the range, and the page size if a smaller one would make pages.
 */
export function ListFoot({ query, shown, page, isLastPage, onChange, onIntent }: ListFootProps) {
  const next = !isLastPage && hasNextPage(query, page) ? query.page + 1 : null
  const turnTo = (to: number) => onChange({ page: to })
  const hasPages = query.page > 1 || next !== null
  return (
    <Pager
      label={listWords.pages}
      range={!isLastPage && rangeOf(shown, page)}
      position={
        hasPages &&
        (page.lastPage === null ? (
          listWords.pageNumber(grouped(query.page))
        ) : (
          <PageField
            page={query.page}
            lastPage={page.lastPage}
            words={{
              page: listWords.page,
              of: listWords.pageOf(grouped(page.lastPage)),
              label: listWords.goToPage,
            }}
            onPage={turnTo}
          />
        ))
      }
      previousLabel={listWords.previousPage}
      nextLabel={listWords.nextPage}
      onPrevious={query.page > 1 ? () => turnTo(query.page - 1) : undefined}
      onNext={next ? () => turnTo(next) : undefined}
      onNextHint={next ? () => onIntent(next) : undefined}
    >
      {(hasPages || page.rows.length > pageSizes[0]) && (
        <Select
          size="s"
          label={listWords.perPage}
          value={String(query.per_page)}
          options={sizes}
          onChange={(size) => {
            const rows = Number(size) as PageSize
            setPreferences({ rows })
            onChange({ per_page: rows })
          }}
        />
      )}
    </Pager>
  )
}
