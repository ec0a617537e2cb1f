import { useState } from 'react'
import { mapFaults } from '#contract/jobs/redirect-map.ts'
import {
  canonicalFilters,
  redirectListParams,
  type RedirectListQuery,
  redirectResults,
  type ResultCounts,
} from '#contract/jobs/redirects.ts'
import { namesOf, writeQuery } from '#contract/lists/query-params.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { SearchBox } from '#web/list/search-box.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { listWords } from '#web/list/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { redirectWords as words } from './words.ts'

const RedirectFilters = lazyPart(() => import('./redirect-filters.tsx').then((file) => file.RedirectFilters))

export const noFilters = {
  search: '',
  result: null,
  map_fault: null,
  hops: null,
  title_likeness: null,
  text_likeness: null,
  canonical: null,
} satisfies Partial<RedirectListQuery>

export const hasFilters = (query: RedirectListQuery) =>
  namesOf(noFilters).some((name) => query[name] !== noFilters[name])

/** Choices by the text of their parameter. Another range of the URL is shown as it is. */
export const choices = {
  map_fault: mapFaults.map((value) => [value, words.mapFaults[value]] as const),
  canonical: canonicalFilters.map((value) => [value, words.canonicals[value]] as const),
  hops: Object.entries(words.hops),
  title_likeness: Object.entries(words.likenesses),
  text_likeness: Object.entries(words.likenesses),
}
const chipped = namesOf(choices)

type RedirectToolbarProps = {
  id: number
  list: ListQueryState<RedirectListQuery>
  results: ResultCounts | undefined
  /** The number of matching rows, in words. */
  counted: string
}

/** The search, the result, the other filters behind a button, and those that are set. */
export function RedirectToolbar({ id, list, results, counted }: RedirectToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const { query, change } = list
  const total = redirectResults.reduce((sum, name) => sum + (results?.[name] ?? 0), 0)
  const found = redirectResults.filter((name) => (results?.[name] ?? 0) > 0 || name === query.result)
  const chips = chipped.flatMap((name) => {
    const value = query[name]
    if (value === null) return []
    const label = choices[name].find(([option]) => option === value)?.[1] ?? value
    return [{ name, label: words.chip(words.filters[name], label), onRemove: () => change({ [name]: null }) }]
  })
  const clear = () => change(noFilters)
  const exported = writeQuery(redirectListParams, { ...query, page: 1, per_page: 25 })
  return (
    <div className="cluster quiet-edge not-printed">
      <SearchBox label={words.search} value={query.search} onSearch={(search, how) => change({ search }, how)} />
      <Select
        label={words.result}
        value={query.result ?? ''}
        options={[
          { value: '', label: words.any(total) },
          ...found.map((value) => ({ value, label: words.counted(words.results[value], results?.[value] ?? 0) })),
        ]}
        onChange={(value) => change({ result: redirectResults.find((one) => one === value) ?? null })}
      />
      <Popover
        label={listWords.filter}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<Button icon="plus">{listWords.filter}</Button>}
      >
        <RedirectFilters
          quick={null}
          counted={counted}
          onClear={hasFilters(query) ? clear : undefined}
          query={query}
          onChange={change}
        />
      </Popover>
      <ExportButton path={`/jobs/${id}/redirects.csv?${exported}`} name={`redirects-${id}`} className="end" />
      <FilterChips filters={chips} onClear={clear} />
    </div>
  )
}
