import type { View } from '#contract/views.ts'
import { useChangeView } from './view-mutations.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { announce } from '#web/ui/live-region.tsx'
import { ViewNameDialog } from './view-name-dialog.tsx'
import { viewsWords as words } from './words.ts'

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
