import { queryOptions, useQuery } from '@tanstack/react-query'
import { OwnHostsForm } from '#contract/forms/identity-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { OwnHosts } from '#contract/websites/identity.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ReadFailure } from './retention-dialog.tsx'
import { hostsWords as words } from './words.ts'

const hostsQuery = (id: number) =>
  queryOptions({
    queryKey: [reader(), 'hosts', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/websites/${id}/hosts`, (body) => readItem(OwnHosts, body), { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Sets the hosts that belong together with a website. */
export function HostsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(hostsQuery(id))
  if (data) return <HostsForm id={id} stored={data.hosts} onClose={onClose} />
  return (
    <Dialog open title={words.title} onClose={onClose} actions={<Button onClick={onClose}>{words.cancel}</Button>}>
      {error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height="6rem" />}
    </Dialog>
  )
}

function HostsForm({ id, stored, onClose }: { id: number; stored: string[]; onClose: () => void }) {
  const form = useContractForm({
    schema: OwnHostsForm,
    values: { hosts: stored.join('\n') },
    async submit({ hosts = [] }, signal) {
      const fields = { hosts: hosts.join('\n') }
      await currentClient().call('PUT', `/websites/${id}/hosts`, { form: fields, signal })
      showToast({ text: words.saved })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={words.title} submitLabel={words.save} cancelLabel={words.cancel} onClose={onClose}>
      <p>{words.text}</p>
      <TextAreaField field={form.field('hosts')} rows={4} autoCapitalize="none" />
    </FormDialog>
  )
}
