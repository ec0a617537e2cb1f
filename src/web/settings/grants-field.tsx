import { useMemo } from 'react'
import { type Grant, grantScopes, type Right, rights } from '#contract/access/people.ts'
import { type TeamRole, teamRoles } from '#contract/service-info.ts'
import { SegmentsField } from '#web/forms/fields.tsx'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { useClientName } from '#web/resources/clients.ts'
import { readGrants, targetOf, writeGrants } from '#web/resources/grants.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { grantWords, teamRoleWords } from '#web/resources/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { GrantCombobox } from './grant-combobox.tsx'
import { grantsFieldWords as words, teamRoleHints } from './people-words.ts'
import styles from './grants-field.module.css'

const roleOptions = teamRoles.map((value) => ({ value, label: teamRoleWords[value] }))
const rightOptions = rights.map((value) => ({ value, label: grantWords.rights[value] }))

/** What guests can have of some grants: to view clients and websites. */
const forGuests = (grants: readonly Grant[]) =>
  grants.filter(({ scope }) => scope !== 'all').map((grant): Grant => ({ ...grant, right: 'view' }))

const scopesOf = { member: grantScopes, guest: ['client', 'website'] } as const

type RoleFieldsProps = {
  role: FormField<TeamRole>
  grants: FormField
  /** Shown while nothing is granted. */
  hint?: string
}

/** The role of a person, and what they can see. Owners see everything. */
export function RoleFields({ role, grants, hint = words.empty }: RoleFieldsProps) {
  function choose(next: TeamRole) {
    role.set(next)
    if (next === 'guest') grants.set(writeGrants(forGuests(readGrants(grants.value))))
  }
  return (
    <>
      <div className="grid snug start">
        <span className="medium" aria-hidden="true">
          {role.label}
        </span>
        <SegmentsField field={{ ...role, set: choose }} options={roleOptions} />
        <p className="muted small">{teamRoleHints[role.value]}</p>
      </div>
      {role.value !== 'owner' && (
        <GrantsField field={grants} hint={hint} scopes={scopesOf[role.value]} hasRights={role.value === 'member'} />
      )}
    </>
  )
}

type Seen = { team_role?: TeamRole | undefined; grants?: readonly Grant[] | undefined }

/** Whether a person sees only what is granted, and nothing is. */
export const seesNothing = ({ team_role, grants = [] }: Seen) => team_role !== 'owner' && grants.length === 0

type GrantsFieldProps = {
  field: FormField
  label?: string
  /** Shown while nothing is granted. */
  hint: string
  scopes?: readonly Grant['scope'][]
  /** Whether each has its own right. Otherwise all can be viewed. */
  hasRights?: boolean
}

/** What a person or a key can see and edit: everything, or clients and websites found by typing. */
export function GrantsField({
  field,
  label = words.label,
  hint,
  scopes = grantScopes,
  hasRights = true,
}: GrantsFieldProps) {
  const granted = useMemo(() => readGrants(field.value), [field.value])
  const set = (grants: readonly Grant[]) => field.set(writeGrants(grants))
  return (
    <fieldset name="grants" className={`grid snug ${styles.field}`}>
      <Field label={label} error={field.error} hint={granted.length === 0 && hint}>
        {(aria) => (
          <GrantCombobox
            aria={aria}
            granted={granted}
            scopes={scopes}
            onAdd={(grant) => set([...granted, { ...grant, right: hasRights ? grant.right : 'view' }])}
          />
        )}
      </Field>
      {granted.length > 0 && (
        <ul className={`rows ${styles.list}`} aria-label={words.chosen}>
          {granted.map((grant) => (
            <GrantRow
              key={targetOf(grant)}
              grant={grant}
              hasRights={hasRights}
              onRight={(right) => set(granted.map((one) => (one === grant ? { ...one, right } : one)))}
              onRemove={() => set(granted.filter((one) => one !== grant))}
            />
          ))}
        </ul>
      )}
    </fieldset>
  )
}

type GrantRowProps = { grant: Grant; hasRights: boolean; onRight: (right: Right) => void; onRemove: () => void }

function GrantRow({ grant, hasRights, onRight, onRemove }: GrantRowProps) {
  const { scope, right, client_id, website_id } = grant
  const website = useWebsiteName(website_id)
  const client = useClientName(client_id)
  const name = scope === 'all' ? words.everything : (client ?? website?.full ?? `${words.client} ${client_id}`)
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <span className="medium breaks">{name}</span>
        <span className="faint tiny">{scope === 'all' ? words.everythingHint : words[scope]}</span>
      </span>
      {hasRights && (
        <Segments
          legend={words.rightTo(name)}
          name={`right-${targetOf(grant)}`}
          value={right}
          options={rightOptions}
          onChange={onRight}
        />
      )}
      <Button variant="plain" size="s" iconOnly icon="cross" onClick={onRemove}>
        {words.remove(name)}
      </Button>
    </li>
  )
}
