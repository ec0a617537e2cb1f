import { useState } from 'react'
import { type RunFilter, runStateFilters } from '#contract/jobs/runs.ts'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { listWords } from '#web/list/words.ts'
import { useClientName } from '#web/resources/clients.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { formatUtcDay } from '#web/ui/time.tsx'
import { runsWords as words } from './words.ts'

const RunFilters = lazyPart(() => import('./run-filters.tsx').then((file) => file.RunFilters))

export const noFilters = {
  state: null,
  kind: null,
  website_id: null,
  client: null,
  from: null,
  to: null,
} satisfies RunFilter

export const hasFilters = (filter: RunFilter) =>
  [filter.state, filter.kind, filter.website_id, filter.client, filter.from, filter.to].some((value) => value !== null)

const stateOptions = [
  { value: '', label: words.anyState },
  ...runStateFilters.map((value) => ({ value, label: words.stateFilters[value] })),
]

type RunToolbarProps = {
  filter: RunFilter
  onChange: (change: Partial<RunFilter>) => void
  /** The number of matching runs, in words. */
  counted: string
}

/** The state, the other filters behind a button, and those that are set. */
export function RunToolbar({ filter, onChange, counted }: RunToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const website = useWebsiteName(filter.website_id)
  const client = useClientName(filter.client)
  const day = (text: string) => formatUtcDay(new Date(text))
  const chips = [
    filter.kind && { name: 'kind', label: words.kinds[filter.kind], none: { kind: null } },
    website && { name: 'website_id', label: words.ofWebsite(website.short), none: { website_id: null } },
    filter.client !== null && {
      name: 'client',
      label: pageFilters.client.label(String(filter.client), { client }),
      none: { client: null },
    },
    filter.from && { name: 'from', label: words.since(day(filter.from)), none: { from: null } },
    filter.to && { name: 'to', label: words.until(day(filter.to)), none: { to: null } },
  ].filter((chip) => chip !== null && chip !== false && chip !== '')
  const clear = () => onChange(noFilters)
  return (
    <div className="cluster quiet-edge not-printed">
      <Select
        label={words.state}
        value={filter.state ?? ''}
        options={stateOptions}
        onChange={(value) => onChange({ state: runStateFilters.find((one) => one === value) ?? null })}
      />
      <Popover
        label={listWords.filter}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<Button icon="plus">{listWords.filter}</Button>}
      >
        <RunFilters
          quick={null}
          counted={counted}
          onClear={hasFilters(filter) ? clear : undefined}
          filter={filter}
          onChange={onChange}
        />
      </Popover>
      <FilterChips
        filters={chips.map(({ none, ...chip }) => ({ ...chip, onRemove: () => onChange(none) }))}
        onClear={clear}
      />
    </div>
  )
}
