import { FindingForm } from '#contract/forms/waiver-forms.ts'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { AssigneeCombobox } from '#web/resources/assignee-combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { findingWords as words } from './words.ts'

type AssignDialogProps = {
  title: string
  /** The ID of the person who has it now. */
  assignee?: number | null | undefined
  /** Sends the ID of a person, or an empty text for no one. */
  onSubmit: (assignee_id: string) => Promise<void>
  onClose: () => void
}

/** Asks who is to fix an issue. */
export function AssignDialog({ title, assignee, onSubmit, onClose }: AssignDialogProps) {
  const form = useContractForm({
    schema: FindingForm,
    values: { assignee_id: String(assignee ?? '') },
    async submit({ assignee_id }) {
      await onSubmit(String(assignee_id ?? ''))
      onClose()
    },
  })
  const field = form.field('assignee_id')
  return (
    <FormDialog form={form} title={title} submitLabel={words.assign} cancelLabel={words.cancel} onClose={onClose}>
      <Field label={field.label} hint={field.hint} error={field.error}>
        {({ id }) => <AssigneeCombobox fieldId={id} value={field.value} onChoose={field.set} />}
      </Field>
    </FormDialog>
  )
}
