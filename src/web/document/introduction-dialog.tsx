import { useQueryClient } from '@tanstack/react-query'
import { IntroductionForm } from '#contract/forms/brand-form.ts'
import { currentClient } from '#web/data/current-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { introductionWords as words } from './words.ts'

type IntroductionDialogProps = {
  /** The path of the introduction in the API. */
  path: string
  /** Null if the client report has that of the brand. */
  own: string | null
  ofBrand: string
  /** Proposed at the end, in a paragraph of its own. */
  added?: string
  onClose: () => void
}

/** Edits the introduction of one client report. */
export function IntroductionDialog({ path, own, ofBrand, added = '', onClose }: IntroductionDialogProps) {
  const queries = useQueryClient()
  async function finish(text: string) {
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'document' })
    showToast({ text, tone: 'good' })
    onClose()
  }
  const form = useContractForm({
    schema: IntroductionForm,
    draft: `introduction ${path}`,
    values: { introduction: [own ?? ofBrand, added].filter(Boolean).join('\n\n') },
    async submit(fields, signal) {
      await currentClient().call('PUT', path, { form: fields, signal })
      await finish(words.saved)
    },
  })
  const removal = useSubmit<void>(async () => {
    await currentClient().call('DELETE', path)
    await finish(words.removed)
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.save}
      cancelLabel={words.cancel}
      error={removal.failure}
      otherAction={
        own !== null && (
          <Button busy={removal.busy} onClick={() => void removal.run()}>
            {words.useDefault}
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextAreaField field={form.field('introduction')} rows={6} spellCheck data-autofocus />
      {own === null && ofBrand !== '' && <p className="muted small">{words.isDefault}</p>}
    </FormDialog>
  )
}
