import { useQuery } from '@tanstack/react-query'
import { auditActions, type AuditFilter } from '#contract/audit.ts'
import { keysQuery } from './key-queries.ts'
import { useFullKeyFor } from '#web/data/service.ts'
import { Select } from '#web/ui/select.tsx'
import { auditActionWords, auditWords as words } from './activity-words.ts'
import styles from './activity.module.css'

const actions = [
  { value: '', label: words.everything },
  ...auditActions.map((value) => ({ value, label: auditActionWords[value] })),
]

/** What, who and when; the address says them. */
export function AuditFilters({
  query,
  onChange,
}: {
  query: AuditFilter
  onChange: (change: Partial<AuditFilter>) => void
}) {
  const { data: keys = [] } = useQuery({ ...keysQuery(), enabled: useFullKeyFor('keys') === true })
  const known = [
    { value: '', label: words.everybody },
    ...Object.entries(words.actors).map(([value, label]) => ({ value, label })),
    ...keys.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const { actor } = query
  const actors =
    actor === null || known.some(({ value }) => value === actor)
      ? known
      : [...known, { value: actor, label: words.someKey(actor) }]
  const days = [
    ['from', words.from],
    ['to', words.to],
  ] as const
  return (
    <div role="group" aria-label={words.filters} className={styles.filters}>
      <Select
        label={words.action}
        value={query.action ?? ''}
        options={actions}
        onChange={(value) => onChange({ action: auditActions.find((one) => one === value) ?? null })}
      />
      <Select
        label={words.actor}
        value={actor ?? ''}
        options={actors}
        onChange={(value) => onChange({ actor: value || null })}
      />
      {days.map(([name, label]) => (
        <label key={name} className={styles.day} title={words.utc}>
          <span>{label}</span>
          <input
            type="date"
            value={query[name] ?? ''}
            onChange={(event) => onChange({ [name]: event.target.value || null })}
          />
        </label>
      ))}
    </div>
  )
}
