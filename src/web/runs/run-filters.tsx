import { type RunFilter, runKindFilters, runStateFilters } from '#contract/jobs/runs.ts'
import { WebsiteCombobox } from '#web/resources/website-combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { runsWords as words } from './words.ts'
import styles from './runs.module.css'

export const noFilters = { state: null, kind: null, website_id: null, from: null, to: null } satisfies RunFilter

/** Returns the number of filters that are set. */
export const activeFilters = (filter: RunFilter) =>
  [filter.state, filter.kind, filter.website_id, filter.from, filter.to].filter((value) => value !== null).length

const stateOptions = [
  { value: '', label: words.anyState },
  ...runStateFilters.map((value) => ({ value, label: words.stateFilters[value] })),
]
const kindOptions = [
  { value: '', label: words.anyKind },
  ...runKindFilters.map((value) => ({ value, label: words.kinds[value] })),
]

type RunFiltersProps = { filter: RunFilter; onChange: (change: Partial<RunFilter>) => void }

/** The filters of the list, which apply at once. */
export const RunFilters = ({ filter, onChange }: RunFiltersProps) => (
  <div role="group" aria-label={words.filters} className={`cluster quiet-edge ${styles.filters}`}>
    <Select
      label={words.state}
      value={filter.state ?? ''}
      options={stateOptions}
      onChange={(value) => onChange({ state: runStateFilters.find((one) => one === value) ?? null })}
    />
    <Select
      label={words.kind}
      value={filter.kind ?? ''}
      options={kindOptions}
      onChange={(value) => onChange({ kind: runKindFilters.find((one) => one === value) ?? null })}
    />
    <WebsiteCombobox websiteId={filter.website_id} onChoose={(website_id) => onChange({ website_id })} />
    {(['from', 'to'] as const).map((name) => (
      <label key={name} className={`row muted small ${styles.day}`} title={words.utc}>
        {words[name]}
        <DateInput value={filter[name]} onChange={(day) => onChange({ [name]: day })} />
      </label>
    ))}
  </div>
)
