import { useNavigate } from 'react-router-dom'
import { NewDomainForm } from '#contract/forms/domain-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Website } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { Fields } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { clientField, useNewWebsiteClient, withSoleClient } from '#web/resources/new-website-client.tsx'
import { websiteQueries } from '#web/resources/websites.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { addWebsiteWords as words } from './words.ts'

/** Adds a website before its first report, and opens its page. */
export function AddWebsiteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useContractForm({
    schema: NewDomainForm,
    values: { domain: '' },
    async submit({ domain }, signal) {
      if (!client.check()) return
      const {
        id,
        domain: added,
        reports_count: reports,
      } = await currentClient().write('POST', '/domains', (body) => readItem(Website, body), {
        form: await withSoleClient({ domain: domain.href, ...clientField(client.clientId) }),
        creates: true,
        signal,
      })
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
      onClose()
      void navigate(paths.website(id))
      showToast({ text: words.added(unicodeHost(added), reports), tone: 'good' })
    },
  })
  const client = useNewWebsiteClient(form.values.domain)
  return (
    <FormDialog form={form} title={words.title} submitLabel={words.submit} cancelLabel={words.cancel} onClose={onClose}>
      <Fields form={form} />
      {client.field}
    </FormDialog>
  )
}
