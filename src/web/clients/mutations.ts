import type * as z from 'zod'
import { Client, ClientBrand } from '#contract/access/clients.ts'
import type { ClientBrandForm, NewClientForm } from '#contract/forms/client-forms.ts'
import { fieldsOf, textOf } from '#contract/forms/form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { invalidateClients } from '#web/resources/clients.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

export const addClient = (fields: z.output<typeof NewClientForm>): Promise<Client> =>
  currentClient()
    .write('POST', '/clients', (body) => readItem(Client, body), { form: fieldsOf(fields), creates: true })
    .finally(invalidateClients)

type ClientChange = {
  name?: string
  contact?: string
  notes?: string
  archived?: boolean
  clicks?: boolean | undefined
}

/** Absent fields stay, and empty ones are cleared. */
export const changeClient = (id: number, { archived, clicks, ...texts }: ClientChange): Promise<Client> =>
  currentClient()
    .write('PUT', `/clients/${id}`, (body) => readItem(Client, body), {
      form: {
        ...texts,
        ...(archived !== undefined && { archived: textOf(archived) }),
        ...(clicks !== undefined && { clicks: textOf(clicks) }),
      },
    })
    .finally(invalidateClients)

export const deleteClient = (id: number) =>
  currentClient()
    .remove(`/clients/${id}`)
    .finally(() => {
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
      return invalidateClients()
    })

export const readBrand = (id: number, signal?: AbortSignal) =>
  currentClient().get(`/clients/${id}/brand`, (body) => readItem(ClientBrand, body), { signal })

/** Saves the logo first, so that a rejected one changes nothing. `image` is undefined if it stays. */
export async function saveBrand(
  id: number,
  fields: z.output<typeof ClientBrandForm>,
  image: string | undefined,
): Promise<void> {
  const path = `/clients/${id}/brand`
  if (image === '') await currentClient().call('DELETE', `${path}/logo`)
  else if (image !== undefined) await currentClient().call('PUT', `${path}/logo`, { form: { image } })
  await currentClient().call('PUT', path, { form: fieldsOf(fields) })
  await invalidateClients()
}
