import { useState } from 'react'
import { todayInUtc } from '#contract/format/dates.ts'
import { messageOf, readForm } from '#contract/forms/form.ts'
import { NewWaiverForm, WaiverOptions } from '#contract/forms/waiver-forms.ts'
import { maxWaiverReason } from '#contract/reports/findings.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { findingWords as words } from './words.ts'

/** A scope that a waiver can have, and its label. `target` is empty for the whole website. */
export type ScopeChoice = { scope: 'page' | 'group' | 'website'; target: string; label: string }

type WaiverDialogProps = {
  name: string
  choices: readonly ScopeChoice[]
  onSubmit: (choice: ScopeChoice, words: { reason: string; expires_on: string }) => Promise<void>
  onClose: () => void
}

/** Asks for the scope, reason and last day of a waiver. */
export function WaiverDialog({ name, choices, onSubmit, onClose }: WaiverDialogProps) {
  const [at, setAt] = useState('0')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const { busy, form, submit, refuse, fieldError, failure, clear } = useSubmit(
    async (typed: { reason: string; expires_on: string }) => {
      const choice = choices[Number(at)]
      if (choice) await onSubmit(choice, typed)
      onClose()
    },
  )
  const send = () => {
    const [problem] = readForm(WaiverOptions, { reason, expires_on: until }).problems
    if (problem) refuse(problem.field, messageOf(NewWaiverForm, problem))
    else submit({ reason: reason.trim(), expires_on: until })
  }
  return (
    <FormDialog
      title={words.waiverTitle(name)}
      submitLabel={words.waive}
      cancelLabel={words.cancel}
      form={form}
      busy={busy}
      error={failure('reason', 'expires_on')}
      onChange={clear}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{words.waiverLead}</p>
      {choices.length > 1 && (
        <Select
          label={words.where}
          value={at}
          options={choices.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={setAt}
        />
      )}
      <Field label={words.reason} hint={words.reasonHint} error={fieldError('reason')}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            maxLength={2 * maxWaiverReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.until} hint={words.untilHint} error={fieldError('expires_on')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            min={todayInUtc()}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
