import { useState } from 'react'
import type { NewKey } from '#contract/access/keys.ts'
import { everything } from '#contract/access/people.ts'
import { NewKeyForm } from '#contract/forms/access-forms.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { Fields, SegmentsField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useClients } from '#web/resources/clients.ts'
import { writeGrants } from '#web/resources/grants.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { GrantsField } from './grants-field.tsx'
import { createKey } from './mutations.ts'
import { grantsFieldWords } from './people-words.ts'
import { keysWords, roleWords } from './words.ts'
import styles from './keys-page.module.css'

const words = keysWords.form
const roleOptions = (['read', 'full'] as const).map((value) => ({ value, label: roleWords[value] }))

const kindOptions = (['own', 'service'] as const).map((value) => ({ value, label: words.kinds[value] }))
type KeyKind = (typeof kindOptions)[number]['value']

const allGrants = writeGrants([everything])
const clientsOnly = ['client'] as const

/** Creates an API key, then shows it. It cannot be shown again later. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<NewKey | null>(null)
  return key ? <Created newKey={key} onClose={onClose} /> : <KeyForm onCreated={setKey} onClose={onClose} />
}

function KeyForm({ onCreated, onClose }: { onCreated: (key: NewKey) => void; onClose: () => void }) {
  const person = useOwnPerson()
  const hasClients = useClients().length > 0
  const [kind, setKind] = useState<KeyKind>(person ? 'own' : 'service')
  const form = useContractForm({
    schema: NewKeyForm,
    values: { role: 'read' as KeyRole, expires_at: '', clients: '', grants: kind === 'own' ? '' : allGrants },
    async submit({ grants = [], ...fields }): Promise<void> {
      if (kind === 'service' && grants.length === 0) return form.refuse('grants', grantsFieldWords.missing)
      const clients = grants.flatMap(({ client_id }) => client_id ?? [])
      // A service key that isn’t limited creates others like it.
      const isUnlimited = !person && writeGrants(grants) === allGrants
      const limits = kind === 'service' ? !isUnlimited && { grants } : clients.length > 0 && { clients }
      const created = await createKey({ ...fields, ...limits })
      if (!('key' in created)) throw new ApiError('invalid', words.lostKey(created.name))
      onCreated(created)
    },
  })
  const role = form.field('role')
  const grants = form.field('grants')
  const choose = (next: KeyKind) => {
    setKind(next)
    grants.set(next === 'own' ? '' : allGrants)
  }
  return (
    <FormDialog form={form} title={words.title} submitLabel={words.submit} cancelLabel={words.cancel} onClose={onClose}>
      {person?.team_role === 'owner' && (
        <div className={`grid start ${styles.role}`}>
          <span aria-hidden="true">{words.kind}</span>
          <Segments legend={words.kind} name="kind" value={kind} options={kindOptions} onChange={choose} />
        </div>
      )}
      <Fields
        form={form}
        controls={{
          role: (
            <div className={`grid start ${styles.role}`}>
              <span aria-hidden="true">{role.label}</span>
              <SegmentsField field={role} options={roleOptions} />
              <p className="muted small">{words.roleHint[role.value]}</p>
            </div>
          ),
          clients:
            kind === 'service' ? (
              <GrantsField field={grants} hint={words.empty} />
            ) : (
              hasClients && (
                <GrantsField
                  field={grants}
                  label={words.clients}
                  hint={words.clientsHint}
                  scopes={clientsOnly}
                  hasRights={false}
                />
              )
            ),
          expires_at: <TextField field={form.field('expires_at')} type="datetime-local" textOf={utcTime} />,
        }}
      />
    </FormDialog>
  )
}

/** The input holds a local time without an offset. */
function utcTime(typed: string) {
  const time = new Date(typed)
  return Number.isNaN(time.getTime()) ? typed : time.toISOString()
}

function Created({ newKey: { key, name }, onClose }: { newKey: NewKey; onClose: () => void }) {
  const shown = keysWords.shown
  return (
    <Dialog
      open
      title={shown.title}
      onClose={onClose}
      actions={
        <Button variant="main" onClick={onClose}>
          {shown.done}
        </Button>
      }
    >
      <div className="grid snug start">
        <p>{shown.text}</p>
        <p>{shown.label(name)}</p>
        <code className={styles.secret}>{key}</code>
        <CopyButton text={key} label={shown.copy} doneLabel={shown.copied} />
      </div>
    </Dialog>
  )
}
