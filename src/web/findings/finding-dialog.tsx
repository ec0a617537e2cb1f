import { FindingForm } from '#contract/forms/waiver-forms.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { PageFinding } from '#contract/reports/findings.ts'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useAssignees } from '#web/resources/people.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { createWaiver, changeFinding } from './mutations.ts'
import { WaiverDialog, type ScopeChoice } from './waiver-dialog.tsx'
import { findingWords as words } from './words.ts'

/** The subject of the dialog: a finding of a report. */
export type FindingQuestion = {
  kind: 'waiver' | 'assignee'
  report: AnyReport
  check: string
  name: string
  finding: PageFinding | undefined
}

export const FindingDialog = ({ question, onClose }: { question: FindingQuestion; onClose: () => void }) =>
  question.kind === 'assignee' ? (
    <FindingAssignee question={question} onClose={onClose} />
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

type AssigneeProps = { question: FindingQuestion; onClose: () => void }

/** Chooses a person or, on a server without people, takes a name. */
function FindingAssignee({ question, onClose }: AssigneeProps) {
  const { report, check, name, finding } = question
  if (useAssignees().length === 0) return <AssigneeName question={question} onClose={onClose} />
  return (
    <AssignDialog
      title={words.assignTitle(name)}
      assignee={finding?.assignee_id}
      onSubmit={(assignee_id) =>
        // The name that was typed before there were people is replaced.
        changeFinding(report.id, check, { assignee_id, ...(finding?.owner && { owner: '' }) })
      }
      onClose={onClose}
    />
  )
}

function AssigneeName({ question: { report, check, name, finding }, onClose }: AssigneeProps) {
  const form = useContractForm({
    schema: FindingForm,
    values: { owner: finding?.owner ?? '' },
    async submit({ owner = '' }) {
      await changeFinding(report.id, check, { owner })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.assignTitle(name)}
      submitLabel={words.assign}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <TextField field={form.field('owner')} data-autofocus />
    </FormDialog>
  )
}
