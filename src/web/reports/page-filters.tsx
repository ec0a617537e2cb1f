import { useQuery } from '@tanstack/react-query'
import { categories, categoryLabels } from '#contract/analysis.ts'
import { indexabilities } from '#contract/indexability.ts'
import { changes, pageFilterNames, type ReportListQuery, structures } from '#contract/list-query.ts'
import { type GroupKind, groupKinds } from '#contract/page-groups.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { useExtension } from '#web/data/extensions.ts'
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
        <Field label={words.check} hint={words.checkHint}>
          {(field) => (
            <select
              {...field}
              value={query.check ?? ''}
              onChange={(event) => change({ check: event.target.value || null })}
            >
              <option value="">{words.any}</option>
              {query.check && !checks.some(({ id }) => id === query.check) && (
                <option value={query.check}>{query.check}</option>
              )}
              {categories.map((category) => (
                <optgroup key={category} label={categoryLabels[category]}>
                  {checks
                    .filter((check) => check.category === category)
                    .map(({ id, name, title_pass }) => (
                      <option key={id} value={id}>
                        {name ?? title_pass}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.changed}>
          {(field) => (
            <select
              {...field}
              value={query.changed ?? ''}
              onChange={(event) => change({ changed: changes.find((one) => one === event.target.value) ?? null })}
            >
              <option value="">{words.any}</option>
              {changes.map((value) => (
                <option key={value} value={value}>
                  {words.changes[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.indexability}>
          {(field) => (
            <select
              {...field}
              value={query.indexability ?? ''}
              onChange={(event) =>
                change({ indexability: indexabilities.find((one) => one === event.target.value) ?? null })
              }
            >
              <option value="">{words.any}</option>
              {indexabilities.map((value) => (
                <option key={value} value={value}>
                  {words.states[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <GroupField query={query} onChange={(group) => change({ group })} />
        <Field label={words.structure} hint={words.structureHint}>
          {(field) => (
            <select
              {...field}
              value={query.structure ?? ''}
              onChange={(event) => change({ structure: structures.find((one) => one === event.target.value) ?? null })}
            >
              <option value="">{words.any}</option>
              {structures.map((value) => (
                <option key={value} value={value}>
                  {words.structures[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.score}>
          {(field) => (
            <select
              {...field}
              value={query.score ?? ''}
              onChange={(event) => change({ score: event.target.value || null })}
            >
              <option value="">{words.any}</option>
              {[
                ...scoreRanges,
                ...(query.score === null || scoreRanges.includes(query.score) ? [] : [query.score]),
              ].map((range) => (
                <option key={range} value={range}>
                  {words.scoreRange(range)}
                </option>
              ))}
            </select>
          )}
        </Field>
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
  const hasGroups = useExtension('groups') && website !== null
  const { data: groups = [] } = useQuery({ ...websitePagesQueries.groups(website ?? 0), enabled: hasGroups })
  if (!hasGroups && group === null) return null
  return (
    <Field label={words.group}>
      {(field) => (
        <select {...field} value={group ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{words.any}</option>
          {group !== null && !groups.some((one) => one.group === group) && <option value={group}>{group}</option>}
          {groupKinds.map((kind) => (
            <optgroup key={kind} label={groupLabels[kind]}>
              {groups
                .filter((one) => one.kind === kind)
                .map((one) => (
                  <option key={one.group} value={one.group}>
                    {words.groupOption(one)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}
