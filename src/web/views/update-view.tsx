import type { View } from '#contract/lists/views.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeView } from './mutations.ts'
import { viewsWords as words } from './words.ts'

type UpdateViewProps = { view: View; query: string; onSaveAsNew: () => void }

/** Saves the changes of the opened view, or another view with them. */
export function UpdateView({ view, query, onSaveAsNew }: UpdateViewProps) {
  const { busy, error, submit } = useSubmit(async () => {
    await changeView(view.id, { query })
    const undo = () => void restore(view)
    showToast({ text: words.updated(view.name), tone: 'good', action: { label: words.undo, onSelect: undo } })
  })
  return (
    <span className="row dense">
      <Button variant="main" busy={busy} onClick={() => submit(undefined)}>
        {words.update}
      </Button>
      <Menu icon="down" label={words.otherWays} items={[{ label: words.saveAsNew, onSelect: onSaveAsNew }]} />
      {error && <span role="alert">{errorSentence(error)}</span>}
    </span>
  )
}

async function restore({ id, name, query }: View) {
  try {
    await changeView(id, { query })
    announce(words.updateUndone(name))
  } catch (thrown) {
    showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
  }
}
