import { type RunFilter, runKindFilters } from '#contract/jobs/runs.ts'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { PeriodField } from '#web/list/filter-fields.tsx'
import { optionsOf } from '#web/list/filter-picker.tsx'
import { useClientOptions } from '#web/resources/clients.ts'
import { WebsiteCombobox } from '#web/resources/website-combobox.tsx'
import { websiteFilterWords } from '#web/resources/words.ts'
import { Field } from '#web/ui/field.tsx'
import { runsWords as words } from './words.ts'

const kinds = runKindFilters.map((value) => [value, words.kinds[value]] as const)

type RunFiltersProps = FilterChoicesProps & { filter: RunFilter; onChange: (change: Partial<RunFilter>) => void }

/** The filters of the list that aren't beside their button. */
export function RunFilters({ filter, onChange, ...choices }: RunFiltersProps) {
  const client = filter.client === null ? null : String(filter.client)
  const clients = useClientOptions(client)
  const groups = [
    optionsOf(words.kind, kinds, filter.kind, (kind) => onChange({ kind })),
    optionsOf(pageFilters.client.name, clients, client, (id) => onChange({ client: id === null ? null : Number(id) })),
  ]
  return (
    <FilterChoices {...choices} groups={groups}>
      <Field label={websiteFilterWords.label}>
        {({ id }) => (
          <WebsiteCombobox
            fieldId={id}
            websiteId={filter.website_id}
            onChoose={(website_id) => onChange({ website_id })}
          />
        )}
      </Field>
      <PeriodField legend={words.created} period={filter} onChange={onChange} />
    </FilterChoices>
  )
}
