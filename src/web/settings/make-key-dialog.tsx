import { useState } from 'react'
import { readForm } from '#contract/forms/form.ts'
import { type NewKeyFields, NewKeyForm } from '#contract/forms/key-form.ts'
import { maxKeyName, type NewKey } from '#contract/keys.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { ApiError } from '#web/data/api-error.ts'
import { makeKey } from './key-queries.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { keysWords } from './key-words.ts'
import styles from './keys-page.module.css'

const words = keysWords.form
const roles: readonly KeyRole[] = ['read', 'full']

/** Makes a key, and then shows it: the one time that it can be seen. */
export function MakeKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewKey | null>(null)
  return made ? <ShownOnce made={made} onClose={onClose} /> : <KeyForm onMade={setMade} onClose={onClose} />
}

function KeyForm({ onMade, onClose }: { onMade: (key: NewKey) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<KeyRole>('read')
  const [until, setUntil] = useState('')
  const { busy, error, form, submit, refuse, fieldError, clear } = useSubmit(async (fields: NewKeyFields) => {
    const made = await makeKey(fields)
    if (!('key' in made)) throw new ApiError('invalid', words.unseen(made.name))
    onMade(made)
  })
  const nameError = fieldError('name')
  const untilError = fieldError('expires_at')
  const send = () => {
    // The field holds local time without an offset.
    const time = new Date(until)
    const expiry = Number.isNaN(time.getTime()) ? until : time.toISOString()
    const { values, problems } = readForm(NewKeyForm, { name, role, expires_at: expiry })
    if (values) submit(values)
    else if (problems.some(({ field }) => field === 'name')) refuse('name', words.nameNeeded)
    else refuse('expires_at', words.past)
  }
  return (
    <Dialog
      open
      title={keysWords.make}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form="make-key" variant="main" busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="make-key"
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field label={words.name} hint={words.nameHint} error={nameError}>
          {(aria) => (
            <TextInput
              {...aria}
              data-autofocus
              autoComplete="off"
              maxLength={2 * maxKeyName}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
        <div className={styles.role}>
          <span aria-hidden="true">{words.role}</span>
          <Segments
            legend={words.role}
            name="role"
            value={role}
            options={roles.map((value) => ({ value, label: words.roles[value] }))}
            onChange={setRole}
          />
          <p className={styles.hint}>{words.roleHint[role]}</p>
        </div>
        <Field label={words.ends} hint={words.endsHint} error={untilError}>
          {(aria) => (
            <TextInput
              {...aria}
              type="datetime-local"
              value={until}
              onChange={(event) => {
                setUntil(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
        {error && !nameError && !untilError && <p role="alert">{errorSentence(error)}</p>}
      </form>
    </Dialog>
  )
}

function ShownOnce({ made: { key, name }, onClose }: { made: NewKey; onClose: () => void }) {
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
