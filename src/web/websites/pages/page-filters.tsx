import { useState } from 'react'
import { pageListFilters, pageListParams, type PageListQuery } from '#contract/lists/page-list.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { SettingsDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { PageFilter } from './page-row.ts'
import { websitePagesWords as words } from './words.ts'
import styles from './page-rows.module.css'

type FiltersProps = { list: ListQueryState<PageListQuery>; onClose: () => void }

/** The filters of a website's pages. A change applies at once; a text when it is complete. */
export function PageFilters({ list, onClose }: FiltersProps) {
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    list.change(Object.fromEntries(pageListFilters.map((name) => [name, null])))
    setCleared(cleared + 1)
  }
  return (
    <SettingsDialog
      title={words.filter}
      resetLabel={words.clear}
      onReset={clear}
      doneLabel={words.done}
      onClose={onClose}
    >
      <div key={cleared} className={`stack ${styles.fields}`}>
        {pageListFilters.map((name) =>
          name === 'indexability' || name === 'in_sitemap' ? (
            <ChoiceField key={name} name={name} list={list} />
          ) : (
            <TextField key={name} name={name} list={list} />
          ),
        )}
      </div>
    </SettingsDialog>
  )
}

type FieldProps = { name: PageFilter; list: ListQueryState<PageListQuery> }

const options = {
  indexability: indexabilities.map((value) => [value, words.states[value]] as const),
  in_sitemap: [
    ['1', words.listed],
    ['0', words.notListed],
  ] as const,
}

function ChoiceField({ name, list }: FieldProps & { name: 'indexability' | 'in_sitemap' }) {
  return (
    <Field label={words.filters[name]}>
      {(field) => (
        <select
          {...field}
          value={list.query[name] ?? ''}
          onChange={(event) => list.change({ [name]: event.target.value || null })}
        >
          <option value="">{words.any}</option>
          {options[name].map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
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
