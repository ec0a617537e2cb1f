import { useState } from 'react'
import { pageListFilters, pageListParams, type PageListQuery } from '#contract/lists/page-list.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import { FilterChoices, type FilterChoicesProps } from '#web/list/filter-choices.tsx'
import { ChoiceField } from '#web/list/filter-fields.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { PageFilter } from './page-row.ts'
import { websitePagesWords as words } from './words.ts'

/** The filters of a website's pages. A text applies when it is complete. */
export const PageFilters = ({ list, ...choices }: FilterChoicesProps & { list: ListQueryState<PageListQuery> }) => (
  <FilterChoices {...choices}>
    {[...pageListFilters, 'gone' as const].map((name) =>
      name === 'indexability' || name === 'in_sitemap' || name === 'gone' ? (
        <ChoiceField
          key={name}
          label={words.filters[name]}
          value={list.query[name]}
          options={options[name]}
          onChange={(value) => list.change({ [name]: value })}
        />
      ) : (
        <TextField key={name} name={name} list={list} />
      ),
    )}
  </FilterChoices>
)

type FieldProps = { name: PageFilter; list: ListQueryState<PageListQuery> }

const options = {
  indexability: indexabilities.map((value) => [value, words.states[value]] as const),
  in_sitemap: [
    ['1', words.listed],
    ['0', words.notListed],
  ] as const,
  gone: [['1', words.goneOption]] as const,
}

function TextField({ name, list }: FieldProps) {
  const [text, setText] = useState(list.query[name] ?? '')
  const typed = text.trim()
  const isAllowed = typed === '' || pageListParams[name].schema.safeParse(typed).success
  return (
    <Field
      label={words.filters[name]}
      hint={words.hints[name]}
      error={isAllowed ? undefined : words.mustBe(pageListParams[name].allowed)}
    >
      {(field) => (
        <TextInput
          {...field}
          value={text}
          onChange={(event) => {
            const value = event.target.value.trim()
            setText(event.target.value)
            if (value === '' || pageListParams[name].schema.safeParse(value).success)
              list.change({ [name]: value || null }, 'replace')
          }}
        />
      )}
    </Field>
  )
}
