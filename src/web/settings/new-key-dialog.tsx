import { useState } from 'react'
import { maxKeyName, type NewKey } from '#contract/access/keys.ts'
import { type NewKeyFields, NewKeyForm } from '#contract/forms/access-forms.ts'
import { messageOf, readForm } from '#contract/forms/form.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Segments, TextInput } from '#web/ui/inputs.tsx'
import { createKey } from './mutations.ts'
import { keysWords, roleWords } from './words.ts'
import styles from './keys-page.module.css'

const words = keysWords.form
const roles: readonly KeyRole[] = ['read', 'full']

/** Creates an API key, then shows it. It cannot be shown again later. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<NewKey | null>(null)
  return key ? <Created newKey={key} onClose={onClose} /> : <KeyForm onCreated={setKey} onClose={onClose} />
}

function KeyForm({ onCreated, onClose }: { onCreated: (key: NewKey) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<KeyRole>('read')
  const [expiry, setExpiry] = useState('')
  const { busy, form, submit, refuse, fieldError, failure, clear } = useSubmit(async (fields: NewKeyFields) => {
    const created = await createKey(fields)
    if (!('key' in created)) throw new ApiError('invalid', words.lostKey(created.name))
    onCreated(created)
  })
  const validate = () => {
    // The input returns local time without an offset.
    const time = new Date(expiry)
    const expiresAt = Number.isNaN(time.getTime()) ? expiry : time.toISOString()
    const { values, problems } = readForm(NewKeyForm, { name, role, expires_at: expiresAt })
    const [problem] = problems
    if (problem) refuse(problem.field, messageOf(NewKeyForm, problem))
    else if (values) submit(values)
  }
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={words.cancel}
      form={form}
      busy={busy}
      error={failure('name', 'expires_at')}
      onChange={clear}
      onSubmit={validate}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} error={fieldError('name')}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            maxLength={2 * maxKeyName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.role}>
        <span aria-hidden="true">{words.role}</span>
        <Segments
          legend={words.role}
          name="role"
          value={role}
          options={roles.map((value) => ({ value, label: roleWords[value] }))}
          onChange={setRole}
        />
        <p className={styles.hint}>{words.roleHint[role]}</p>
      </div>
      <Field label={words.expires} hint={words.expiresHint} error={fieldError('expires_at')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="datetime-local"
            value={expiry}
            onChange={(event) => setExpiry(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
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
      <div className={styles.shown}>
        <p>{shown.text}</p>
        <p>{shown.label(name)}</p>
        <code className={styles.secret}>{key}</code>
        <CopyButton text={key} label={shown.copy} doneLabel={shown.copied} />
      </div>
    </Dialog>
  )
}
