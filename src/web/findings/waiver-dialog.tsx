import { fieldsOf } from '#contract/forms/form.ts'
import { WaiverOptions } from '#contract/forms/waiver-forms.ts'
import { DateField, Fields, SelectField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { findingWords as words } from './words.ts'

/** A scope that a waiver can have, and its label. `target` is empty for the whole website. */
export type ScopeChoice = { scope: 'page' | 'group' | 'website'; target: string; label: string }

type WaiverDialogProps = {
  name: string
  choices: readonly ScopeChoice[]
  onSubmit: (choice: ScopeChoice, fields: Record<string, string>) => Promise<void>
  onClose: () => void
}

/** Asks for the scope, reason and last day of a waiver. */
export function WaiverDialog({ name, choices, onSubmit, onClose }: WaiverDialogProps) {
  const form = useContractForm({
    schema: WaiverOptions,
    draft: `waiver ${name} ${choices[0]?.target}`,
    values: { choice: '0', expires_on: '' },
    async submit(read) {
      const choice = choices[Number(form.values.choice)]
      if (choice) await onSubmit(choice, fieldsOf(read))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.waiverTitle(name)}
      submitLabel={words.waive}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <p>{words.waiverLead}</p>
      {choices.length === 1 ? (
        <p className="muted">{choices[0]?.label}</p>
      ) : (
        <SelectField
          field={form.field('choice')}
          label={words.where}
          options={choices.map(({ label }, index) => ({ value: String(index), label }))}
        />
      )}
      <Fields form={form} controls={{ expires_on: <DateField field={form.field('expires_on')} /> }} />
    </FormDialog>
  )
}
