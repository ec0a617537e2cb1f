import type { View } from '#contract/views.ts'
import { useChangeView } from '#web/api/view-mutations.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { announce } from '#web/ui/live-region.tsx'
import { ViewNameDialog } from '#web/views/view-name-dialog.tsx'
import { viewsWords as words } from '#web/words/views.ts'

export function RenameDialog({ view: { id, name }, onClose }: { view: View; onClose: () => void }) {
  const { mutateAsync } = useChangeView()
  const { busy, error, submit } = useSubmit(async (next: string) => {
    if (next !== name) await mutateAsync({ id, change: { name: next } })
    onClose()
    announce(words.renamed(next))
  })
  return (
    <ViewNameDialog
      title={words.renameDialog}
      name={name}
      submitLabel={words.rename}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
