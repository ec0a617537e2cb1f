import type { Website } from '#contract/website.ts'
import { useDeleteWebsite } from '#web/api/website-mutations.ts'
import { DeleteWebsiteDialog } from '#web/lists/delete-website-dialog.lazy.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { websitesWords } from '#web/words/websites.ts'

type DeleteWebsiteProps = { website: Website; onClose: () => void; onDeleted: () => void }

export function DeleteWebsite({ website, onClose, onDeleted }: DeleteWebsiteProps) {
  const deletion = useDeleteWebsite()
  const confirm = async () => {
    try {
      await deletion.mutateAsync(website.id)
    } catch {
      return // The dialog shows it.
    }
    showToast({ text: websitesWords.deleted(unicodeHost(website.domain)) })
    onDeleted()
  }
  return <DeleteWebsiteDialog website={website} busy={deletion.isPending} error={deletion.error} onConfirm={() => void confirm()} onClose={onClose} />
}
