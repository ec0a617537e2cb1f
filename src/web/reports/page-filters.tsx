import { useQuery } from '@tanstack/react-query'
import { reportChanges, pageFilterNames, type ReportListQuery, structures } from '#contract/lists/list-query.ts'
import { type GroupKind, groupKinds } from '#contract/lists/page-groups.ts'
import { categories, categoryLabels } from '#contract/reports/analysis.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useOwnService } from '#web/data/service.ts'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { pageFilterWords as words } from './page-filter-words.ts'
import { reportsWords } from './words.ts'
import styles from './page-filters.module.css'

const scoreRanges = Array.from({ length: 10 }, (_, at) => `${at * 10}-${at === 9 ? 100 : at * 10 + 9}`)

/** The filters of pages: their issues, how they changed, whether they can be indexed, and when. They apply at once. */
export function PageFilters({ list, onClose }: { list: ListQueryState<ReportListQuery>; onClose: () => void }) {
  const { query, change } = list
  const { data: catalogue } = useQuery(checksQuery())
  const checks = catalogue?.data ?? []
  const clear = () => change(Object.fromEntries(pageFilterNames.map((name) => [name, null])))
  return (
    <Dialog
      open
      onClose={onClose}
      title={reportsWords.moreFilters}
      actions={
        <>
          <Button variant="plain" onClick={clear}>
            {words.clear}
          </Button>
          <Button variant="main" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <ChoiceField
          label={words.check}
          hint={words.checkHint}
          value={query.check}
          options={
            query.check === null || checks.some(({ id }) => id === query.check) ? [] : [[query.check, query.check]]
          }
          groups={categories.map((category) => ({
            label: categoryLabels[category],
            options: checks
              .filter((check) => check.category === category)
              .map(({ id, name, title_pass }) => [id, name ?? title_pass]),
          }))}
          onChange={(check) => change({ check })}
        />
        <ChoiceField
          label={words.changed}
          value={query.changed}
          options={reportChanges.map((value) => [value, words.changes[value]])}
          onChange={(changed) => change({ changed })}
        />
        <ChoiceField
          label={words.indexability}
          value={query.indexability}
          options={indexabilities.map((value) => [value, words.states[value]])}
          onChange={(indexability) => change({ indexability })}
        />
        <GroupField query={query} onChange={(group) => change({ group })} />
        <ChoiceField
          label={words.structure}
          hint={words.structureHint}
          value={query.structure}
          options={structures.map((value) => [value, words.structures[value]])}
          onChange={(structure) => change({ structure })}
        />
        <ChoiceField
          label={words.score}
          value={query.score}
          options={[
            ...scoreRanges,
            ...(query.score === null || scoreRanges.includes(query.score) ? [] : [query.score]),
          ].map((range) => [range, words.scoreRange(range)])}
          onChange={(score) => change({ score })}
        />
        <div className={styles.range}>
          <Field label={words.from}>
            {(field) => (
              <TextInput
                {...field}
                type="date"
                value={query.from ?? ''}
                max={query.to ?? undefined}
                onChange={(event) => change({ from: event.target.value || null })}
              />
            )}
          </Field>
          <Field label={words.to}>
            {(field) => (
              <TextInput
                {...field}
                type="date"
                value={query.to ?? ''}
                min={query.from ?? undefined}
                onChange={(event) => change({ to: event.target.value || null })}
              />
            )}
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

const groupLabels = { folder: words.folders, shape: words.shapes } satisfies Record<GroupKind, string>

type GroupFieldProps = { query: ReportListQuery; onChange: (group: string | null) => void }

/** Chooses a page group of the website, each with its average and its worst issue. */
function GroupField({ query: { website_id: website, group }, onChange }: GroupFieldProps) {
  const hasGroups = useOwnService() === true && website !== null
  const { data: groups = [] } = useQuery({ ...websitePagesQueries.groups(website ?? 0), enabled: hasGroups })
  if (!hasGroups && group === null) return null
  return (
    <ChoiceField
      label={words.group}
      value={group}
      options={group === null || groups.some((one) => one.group === group) ? [] : [[group, group]]}
      groups={groupKinds.map((kind) => ({
        label: groupLabels[kind],
        options: groups.filter((one) => one.kind === kind).map((one) => [one.group, words.groupOption(one)]),
      }))}
      onChange={onChange}
    />
  )
}

type Options<Value> = readonly (readonly [value: Value, text: string])[]

type ChoiceFieldProps<Value> = {
  label: string
  hint?: string
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
