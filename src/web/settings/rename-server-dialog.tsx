import * as z from 'zod'
import { labelField, labelMessage, withMessages } from '#contract/forms/form.ts'
import { Fields } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { serversWords as words } from './words.ts'

/** Changes the display name of a server in this browser. An empty name restores the server's URL. */
export function RenameServerDialog({
  name: before,
  onName,
  onClose,
}: {
  name: string
  onName: (name: string) => void
  onClose: () => void
}) {
  const form = useContractForm({
    schema: ServerName,
    values: { name: before },
    submit: async ({ name }) => onName(name),
  })
  return (
    <FormDialog
      form={form}
      title={words.renameTitle}
      submitLabel={words.save}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

const maxServerName = 80
const ServerName = withMessages(z.object({ name: labelField(maxServerName) }), {
  name: { label: words.name, otherwise: labelMessage(maxServerName) },
})
