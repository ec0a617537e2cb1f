import { ServiceAccountForm } from '#contract/forms/search-forms.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { showToast } from '#web/ui/toast.tsx'
import { FileDrop } from './file-drop.tsx'
import { connectServiceAccount } from './queries.ts'
import { websiteGoogleWords } from './words.ts'
import styles from './google.module.css'

const words = websiteGoogleWords.service

/** Connects a service account by its key file, which is pasted, dropped or chosen. */
export function ServiceAccountDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useContractForm({
    schema: ServiceAccountForm,
    values: { json: '' },
    async submit(_, signal) {
      await connectServiceAccount(id, form.values.json, signal)
      showToast({ text: words.done, tone: 'good' })
      onClose()
    },
  })
  const json = form.field('json')
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={websiteGoogleWords.cancel}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <FileDrop
        label={words.drop}
        accept=".json,application/json"
        onFile={(file) => void file.text().then((text) => json.set(text))}
      />
      <TextAreaField field={json} className={styles.key} rows={5} autoCapitalize="none" autoComplete="off" />
    </FormDialog>
  )
}
