import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditActions, type AuditFilter, auditParams } from '#contract/access/audit.ts'
import { paths } from '#web/app/paths.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useFullAccess, useHasPeople } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { chunksOf, openFile } from '#web/list/write-export.ts'
import { assigneesQuery } from '#web/resources/people.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, EmptyCard, EmptyState, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ActivityTable } from './activity-table.tsx'
import { auditQuery, exportAudit, keysQuery } from './queries.ts'
import { actionWords, activityWords as words, notAvailableWords } from './words.ts'
import styles from './activity-page.module.css'

const FilterSheet = lazyPart(() => import('#web/list/filter-sheet.tsx').then((file) => file.FilterSheet))

const filterNames = ['action', 'actor', 'from', 'to'] as const
const noFilters = { action: null, actor: null, from: null, to: null }

/** The audit log. Requires a key with full access. */
export const Component = () => (useFullAccess() ? <Activity /> : <NotAvailable />)

const NotAvailable = () => (
  <div className="stack">
    <PageHeader title={words.title} />
    <EmptyCard
      title={words.notAvailable}
      text={words.notAvailableText}
      to={paths.settings()}
      action={notAvailableWords.toSettings}
    />
  </div>
)

/** The entries, newest first. */
function Activity() {
  const { query, change, repairs } = useListQuery(auditParams)
  const result = useQuery(auditQuery(query))
  const [isSheetOpen, setSheetOpen] = useState(false)
  const active = filterNames.filter((name) => query[name] !== null).length
  const isFiltered = active > 0
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <Button icon="filter" className={styles.open} aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
              {words.filters} {active || null}
            </Button>
            <ExportButton filter={query} />
          </>
        }
      />
      <Repairs repairs={repairs} />
      <div className={styles.beside}>
        <Filters query={query} onChange={change} />
      </div>
      {isSheetOpen && (
        <FilterSheet
          counted={words.entries(result.data?.total ?? 0)}
          onClear={isFiltered ? () => change(noFilters) : undefined}
          onClose={() => setSheetOpen(false)}
        >
          <Filters query={query} onChange={change} />
        </FilterSheet>
      )}
      <PagedRows
        result={result}
        query={query}
        pageOf={auditQuery}
        onChange={change}
        height="24rem"
        empty={
          <Card>
            <EmptyState
              title={words.emptyTitle}
              actions={isFiltered && <Button onClick={() => change(noFilters)}>{words.clear}</Button>}
            >
              {words.emptyText}
            </EmptyState>
          </Card>
        }
      >
        {(events) => <ActivityTable events={events} groupsPages={query.action === null} />}
      </PagedRows>
    </div>
  )
}

const actionOptions = [
  { value: '', label: words.anyAction },
  ...auditActions.map((value) => ({ value, label: actionWords[value] })),
]

function Filters({ query, onChange }: { query: AuditFilter; onChange: (change: Partial<AuditFilter>) => void }) {
  const { data: keys = [] } = useQuery(keysQuery())
  const { data: people = [] } = useQuery({ ...assigneesQuery(), enabled: useHasPeople() })
  const isShared = (name: string) => keys.filter((one) => one.name === name).length > 1
  const known = [
    { value: '', label: words.anyActor },
    ...Object.entries(words.actors).map(([value, label]) => ({ value, label })),
    ...people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    ...keys.map(({ id, name }) => ({ value: id, label: isShared(name) ? `${name} · ${words.ofKey(id)}` : name })),
  ]
  const { actor } = query
  const actorOptions =
    actor === null || known.some(({ value }) => value === actor)
      ? known
      : [...known, { value: actor, label: words.unknownKey(actor) }]
  const days = [
    ['from', words.from],
    ['to', words.to],
  ] as const
  return (
    <div role="group" aria-label={words.filters} className={`cluster quiet-edge ${styles.filters}`}>
      <Select
        label={words.action}
        value={query.action ?? ''}
        options={actionOptions}
        onChange={(value) => onChange({ action: auditActions.find((one) => one === value) ?? null })}
      />
      <Select
        label={words.actor}
        value={actor ?? ''}
        options={actorOptions}
        onChange={(value) => onChange({ actor: value || null })}
      />
      {days.map(([name, label]) => (
        <label key={name} className={`row muted small ${styles.day}`} title={words.utc}>
          {label}
          <DateInput value={query[name]} onChange={(day) => onChange({ [name]: day })} />
        </label>
      ))}
    </div>
  )
}

/** Saves all audit events that match the filter as a CSV file. */
function ExportButton({ filter }: { filter: AuditFilter }) {
  const { busy, error, submit } = useSubmit(async (_: undefined, signal) => {
    const file = await openFile(`activity-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv')
    if (!file) return
    try {
      const { body, total } = await exportAudit(filter, signal)
      for await (const piece of chunksOf(body)) await file.write(piece)
      await file.close()
      if (total !== null) showToast({ text: words.exported(total), tone: 'good' })
    } catch (thrown) {
      await file.abort().catch(() => {})
      throw thrown
    }
  })
  return (
    <>
      {error && <span role="alert">{errorSentence(error)}</span>}
      <Button icon="download" busy={busy} onClick={() => submit(undefined)}>
        {busy ? words.exporting : words.export}
      </Button>
    </>
  )
}
