import { useState } from 'react'
import { messageOf, readForm } from '#contract/forms/form.ts'
import { FindingForm } from '#contract/forms/waiver-forms.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { maxOwner, type PageFinding } from '#contract/reports/findings.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { createWaiver, changeFinding } from './mutations.ts'
import { WaiverDialog, type ScopeChoice } from './waiver-dialog.tsx'
import { findingWords as words } from './words.ts'

/** What is asked about a finding of a report. */
export type FindingQuestion = {
  kind: 'waiver' | 'owner'
  report: AnyReport
  check: string
  name: string
  finding: PageFinding | undefined
}

export const FindingDialog = ({ question, onClose }: { question: FindingQuestion; onClose: () => void }) =>
  question.kind === 'owner' ? (
    <OwnerDialog question={question} onClose={onClose} />
  ) : (
    <WaiverDialog
      name={question.name}
      choices={scopesOf(question.report)}
      onSubmit={({ scope, target }, typed) => {
        const { check, report } = question
        if (scope === 'page') return changeFinding(report.id, check, { status: 'ignored', ...typed })
        return createWaiver(report.website_id ?? 0, { check, scope, ...(target && { target }), ...typed })
      }}
      onClose={onClose}
    />
  )

function scopesOf({ url }: AnyReport): ScopeChoice[] {
  const { folder, shape } = groupsOf(url)
  const groups = [...new Set([shape, folder].filter((group) => group !== null && group !== '/'))]
  return [
    { scope: 'page', target: url, label: words.places.page },
    ...groups.map((group) => ({ scope: 'group' as const, target: group ?? '', label: words.group(group ?? '') })),
    { scope: 'website', target: '', label: words.places.website },
  ]
}

function OwnerDialog({
  question: { report, check, name, finding },
  onClose,
}: {
  question: FindingQuestion
  onClose: () => void
}) {
  const [owner, setOwner] = useState(finding?.owner ?? '')
  const { busy, form, submit, refuse, fieldError, failure, clear } = useSubmit(async (typed: string) => {
    await changeFinding(report.id, check, { owner: typed })
    onClose()
  })
  const send = () => {
    const [problem] = readForm(FindingForm, { owner }).problems
    if (problem) refuse('owner', messageOf(FindingForm, problem))
    else submit(owner.trim())
  }
  return (
    <FormDialog
      title={words.ownerTitle(name)}
      submitLabel={words.saveOwner}
      cancelLabel={words.cancel}
      form={form}
      busy={busy}
      error={failure('owner')}
      onChange={clear}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={words.ownerLabel} hint={words.ownerHint} error={fieldError('owner')}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            maxLength={2 * maxOwner}
            value={owner}
            onChange={(event) => setOwner(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
