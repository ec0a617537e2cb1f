import { useState } from 'react'
import type { NewKey } from '#contract/access/keys.ts'
import { NewKeyForm } from '#contract/forms/access-forms.ts'
import type { KeyRole } from '#contract/service-info.ts'
import { ApiError } from '#web/data/api-error.ts'
import { Fields, SegmentsField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { createKey } from './mutations.ts'
import { keysWords, roleWords } from './words.ts'
import styles from './keys-page.module.css'

const words = keysWords.form
const roleOptions = (['read', 'full'] as const).map((value) => ({ value, label: roleWords[value] }))

/** Creates an API key, then shows it. It cannot be shown again later. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<NewKey | null>(null)
  return key ? <Created newKey={key} onClose={onClose} /> : <KeyForm onCreated={setKey} onClose={onClose} />
}

function KeyForm({ onCreated, onClose }: { onCreated: (key: NewKey) => void; onClose: () => void }) {
  const form = useContractForm({
    schema: NewKeyForm,
    values: { role: 'read' as KeyRole, expires_at: '' },
    async submit(fields) {
      const created = await createKey(fields)
      if (!('key' in created)) throw new ApiError('invalid', words.lostKey(created.name))
      onCreated(created)
    },
  })
  const role = form.field('role')
  return (
    <FormDialog form={form} title={words.title} submitLabel={words.submit} cancelLabel={words.cancel} onClose={onClose}>
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
