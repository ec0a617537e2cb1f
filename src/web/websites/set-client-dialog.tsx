import { WebsiteClientForm } from '#contract/forms/client-forms.ts'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { ClientCombobox } from '#web/resources/client-combobox.tsx'
import { clientWords } from '#web/resources/words.ts'
import { Field } from '#web/ui/field.tsx'
import { type Assigned, setClient } from './set-client.ts'
import { setClientWords as words } from './words.ts'

type SetClientDialogProps = {
  websites: readonly Assigned[]
  onClose: () => void
  /** Called when the websites begin to change. */
  onBegin?: () => void
}

/** Gives websites to one client, or to none. */
export function SetClientDialog({ websites, onClose, onBegin = onClose }: SetClientDialogProps) {
  const form = useContractForm({
    schema: WebsiteClientForm,
    values: { client_id: String(commonClient(websites) ?? '') },
    async submit({ client_id = null }) {
      onBegin()
      void setClient(websites, client_id)
    },
  })
  const field = form.field('client_id')
  return (
    <FormDialog
      form={form}
      title={words.title(websites.length)}
      submitLabel={words.submit}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <Field label={field.label} error={field.error}>
        {(aria) => (
          <ClientCombobox
            aria={aria}
            clientId={field.value === '' ? null : Number(field.value)}
            onChoose={(client) => field.set(String(client ?? ''))}
            placeholder={clientWords.choose}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Returns the client that all websites have, or null. */
function commonClient(websites: readonly Assigned[]): number | null {
  const [client = null, ...others] = new Set(websites.map(({ client_id }) => client_id))
  return others.length === 0 ? client : null
}
