import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readField } from '#contract/forms/form.ts'
import { ViewName } from '#contract/forms/view-forms.ts'
import { maxViewName, readViewQuery, type View } from '#contract/views.ts'
import { useChangeView, useSaveView } from './view-mutations.ts'
import { pinView } from './view-pins.ts'
import { viewsQuery } from './queries.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { paths } from '#web/app/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { viewsWords as words } from './words.ts'
import { isSameView, viewAt } from './view-path.ts'
import styles from './view-name-dialog.module.css'
import { ViewNameDialog } from './view-name-dialog.tsx'

type SaveViewDialogProps = Pick<View, 'list' | 'name'> & { onClose: () => void }

/** Names the view on screen and saves it; one that is saved already is renamed instead of saved twice. */
export function SaveViewDialog({ list, name: proposed, onClose }: SaveViewDialogProps) {
  const { pathname, search } = useLocation()
  // What is saved is the view that the dialog was opened over.
  const [{ query }] = useState(() => viewAt(pathname, search) ?? readViewQuery(list, search))
  const [pinned, setPinned] = useState(true)
  const { data } = useQuery(viewsQuery())
  const navigate = useNavigate()
  const save = useSaveView()
  const change = useChangeView()
  const known = data?.views.find((view) => isSameView(view, { list, query }))
  const { busy, error, submit } = useSubmit(async (name: string) => {
    if (known) await change.mutateAsync({ id: known.id, change: { name } })
    else {
      const { id } = await save.mutateAsync({ name, list, query })
      pinView(id, pinned)
    }
    onClose()
    const action = { label: words.showAll, onSelect: () => void navigate(paths.views()) }
    showToast({ text: known ? words.renamed(name) : words.saved(name), tone: 'good', action })
  })
  return (
    <ViewNameDialog
      key={known?.id}
      title={known ? words.renameTitle : words.saveTitle}
      name={known?.name ?? shortened(proposed)}
      hint={data && words.lead[data.where]}
      submitLabel={known ? words.rename : words.submit}
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!known && (
        <div className={styles.pin}>
          <Checkbox
            label={words.pin}
            hint={words.pinHint}
            checked={pinned}
            onChange={(event) => setPinned(event.target.checked)}
          />
        </div>
      )}
    </ViewNameDialog>
  )
}

/** The name a list gives itself, with what a name of a view may not hold taken out. */
function shortened(name: string) {
  const letters = [...name.toWellFormed().replace(/\p{Cc}+/gu, ' ')]
  const short = letters.length > maxViewName ? `${letters.slice(0, maxViewName - 1).join('')}…` : letters.join('')
  return readField(ViewName, short).value ?? ''
}
