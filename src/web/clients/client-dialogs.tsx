import { useQuery } from '@tanstack/react-query'
import type { Client, ClientBrand } from '#contract/access/clients.ts'
import { ClientBrandForm, NewClientForm } from '#contract/forms/client-forms.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useHasPeople, useSupports } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ColorField, LogoField } from '#web/document/brand-fields.tsx'
import { CheckboxField, TextAreaField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { clientsKey } from '#web/resources/clients.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { addClient, changeClient, deleteClient, readBrand, saveBrand } from './mutations.ts'
import { clientsWords as words } from './words.ts'

type DialogProps = { client: Client; onClose: () => void }

/** Adds a client, or changes one. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const hasGuests = useHasPeople()
  const hasGoogle = useSupports('search_console')
  const form = useContractForm({
    schema: NewClientForm,
    values: {
      name: client?.name ?? '',
      contact: client?.contact ?? '',
      notes: client?.notes ?? '',
      clicks: client?.clicks ?? false,
    },
    async submit({ archived: _, ...fields }) {
      if (client) await changeClient(client.id, fields)
      else await addClient(fields)
      onClose()
      showToast({ text: client ? words.editing.done : words.adding.done(fields.name), tone: 'good' })
    },
  })
  return (
    <FormDialog
      form={form}
      title={client ? words.editing.title(client.name) : words.adding.title}
      submitLabel={client ? words.editing.submit : words.adding.submit}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <TextField field={form.field('name')} data-autofocus />
      <TextField field={form.field('contact')} />
      <TextAreaField field={form.field('notes')} rows={4} spellCheck />
      {hasGuests && hasGoogle && <CheckboxField field={form.field('clicks')} />}
    </FormDialog>
  )
}

/** Changes the name, colour and logo of a client. */
export function BrandDialog({ client, onClose }: DialogProps) {
  const result = useQuery({
    queryKey: [...clientsKey(), 'brand', client.id],
    queryFn: ({ signal }) => readBrand(client.id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (result.data) return <BrandForm client={client} brand={result.data} onClose={onClose} />
  return (
    <Dialog
      open
      title={words.branding.title(client.name)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      <QueryStates result={result} height="12rem">
        {() => null}
      </QueryStates>
    </Dialog>
  )
}

function BrandForm({ client, brand, onClose }: DialogProps & { brand: ClientBrand }) {
  const form = useContractForm({
    schema: ClientBrandForm,
    values: { name: brand.name ?? '', color: brand.color ?? '', image: brand.logo ?? '' },
    async submit(fields) {
      const { image } = form.values
      await saveBrand(client.id, fields, image === (brand.logo ?? '') ? undefined : image)
      onClose()
      showToast({ text: words.branding.done, tone: 'good' })
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.branding.title(client.name)}
      submitLabel={words.branding.submit}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <p>{words.branding.text}</p>
      <TextField field={form.field('name')} data-autofocus />
      <LogoField field={form.field('image')} onRefuse={(sentence) => form.refuse('image', sentence)} />
      <ColorField field={form.field('color')} />
    </FormDialog>
  )
}

export function DeleteClientDialog({ client, onClose }: DialogProps) {
  const { id, name, websites_count } = client
  const { busy, error, submit } = useSubmit(async () => {
    await deleteClient(id)
    onClose()
    showToast({ text: words.removing.done(name), tone: 'good' })
    // The menu that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={words.removing.title(name)}
      confirmLabel={words.removing.submit}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{words.removing.text(websites_count)}</p>
    </ConfirmDialog>
  )
}
