import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import { type ListFilter, type PageFilterName, pageFilterNames, pageFilters } from '#contract/lists/page-filters.ts'
import { type GroupKind, groupKinds } from '#contract/lists/page-groups.ts'
import { categories, categoryLabels } from '#contract/reports/analysis.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useOwnService } from '#web/data/service.ts'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { SettingsDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { pageFilterWords as words, reportsWords } from './words.ts'
import styles from './page-filters.module.css'

/** The filters of pages: issues, changes, indexability and time. */
export function PageFilters({ list, onClose }: { list: ListQueryState<ReportListQuery>; onClose: () => void }) {
  const clear = () => list.change(Object.fromEntries(pageFilterNames.map((name) => [name, null])))
  return (
    <SettingsDialog
      title={reportsWords.moreFilters}
      resetLabel={words.clear}
      onReset={clear}
      doneLabel={words.done}
      onClose={onClose}
    >
      <div className={`stack ${styles.fields}`}>
        {pageFilterNames.map((name) => {
          const Control = controls[name] ?? PlainChoice
          return <Control key={name} name={name} list={list} />
        })}
      </div>
    </SettingsDialog>
  )
}

type ControlProps = { name: PageFilterName; list: ListQueryState<ReportListQuery> }

/** Chooses one of the options of a filter. */
function PlainChoice({ name, list }: ControlProps) {
  const { name: label, hint, options = {}, label: labelOf } = pageFilters[name] as ListFilter<string>
  const value = list.query[name]
  const known = Object.entries(options)
  return (
    <ChoiceField
      label={label}
      hint={hint}
      value={value}
      options={value === null || value in options ? known : [...known, [value, labelOf(value, { check: null })]]}
      onChange={(chosen) => list.change({ [name]: chosen })}
    />
  )
}

/** Chooses a check of the catalogue. */
function CheckField({ list: { query, change } }: ControlProps) {
  const { data: catalogue } = useQuery(checksQuery())
  const checks = catalogue?.data ?? []
  const { name, hint } = pageFilters.check
  return (
    <ChoiceField
      label={name}
      hint={hint}
      value={query.check}
      options={query.check === null || checks.some(({ id }) => id === query.check) ? [] : [[query.check, query.check]]}
      groups={categories.map((category) => ({
        label: categoryLabels[category],
        options: checks
          .filter((check) => check.category === category)
          .map(({ id, name: ofCheck, title_pass }) => [id, ofCheck ?? title_pass]),
      }))}
      onChange={(check) => change({ check })}
    />
  )
}

const groupLabels = { folder: words.folders, shape: words.shapes } satisfies Record<GroupKind, string>

/** Chooses a page group of the website, each with its average and its worst issue. */
function GroupField({ list: { query, change } }: ControlProps) {
  const { website_id: website, group } = query
  const hasGroups = useOwnService() === true && website !== null
  const { data: groups = [] } = useQuery({ ...websitePagesQueries.groups(website ?? 0), enabled: hasGroups })
  if (!hasGroups && group === null) return null
  return (
    <ChoiceField
      label={pageFilters.group.name}
      value={group}
      options={group === null || groups.some((one) => one.group === group) ? [] : [[group, group]]}
      groups={groupKinds.map((kind) => ({
        label: groupLabels[kind],
        options: groups.filter((one) => one.kind === kind).map((one) => [one.group, words.groupOption(one)]),
      }))}
      onChange={(chosen) => change({ group: chosen })}
    />
  )
}

/** Chooses the first and the last day. */
function DaysField({ list: { query, change } }: ControlProps) {
  const { from, to } = query
  const limits = { from: { max: to ?? undefined }, to: { min: from ?? undefined } }
  return (
    <div className={`grid snug ${styles.range}`}>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={pageFilters[name].name}>
          {(field) => (
            <TextInput
              {...field}
              {...limits[name]}
              type="date"
              value={query[name] ?? ''}
              onChange={(event) => change({ [name]: event.target.value || null })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

/** Chooses a day. */
const DayField = ({ name, list: { query, change } }: ControlProps) => (
  <Field label={pageFilters[name].name}>
    {(field) => (
      <TextInput
        {...field}
        type="date"
        value={query[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value || null })}
      />
    )}
  </Field>
)

/** The filters that are no plain choice. */
const controls: { [Name in PageFilterName]?: ComponentType<ControlProps> } = {
  check: CheckField,
  since: DayField,
  group: GroupField,
  from: DaysField,
  to: () => null,
}

type Options<Value> = readonly (readonly [value: Value, text: string])[]

type ChoiceFieldProps<Value> = {
  label: string
  hint?: string | undefined
  /** Null for any. */
  value: Value | null
  options: Options<Value>
  /** Further options, under headings. */
  groups?: readonly { label: string; options: Options<Value> }[]
  onChange: (value: Value | null) => void
}

/** Chooses one of the options, or any. */
function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, options, groups = [], onChange } = props
  const all = [options, ...groups.map((group) => group.options)].flat()
  return (
    <Field label={label} hint={hint}>
      {(field) => (
        <select
          {...field}
          value={value ?? ''}
          onChange={(event) => onChange(all.find(([one]) => one === event.target.value)?.[0] ?? null)}
        >
          <option value="">{words.any}</option>
          {optionsOf(options)}
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {optionsOf(group.options)}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

const optionsOf = (options: Options<string>) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
