import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readField } from '#contract/forms/form.ts'
import { ViewName, ViewNameForm } from '#contract/forms/view-forms.ts'
import { maxViewName, readViewQuery, type View, type ViewOwner, viewOwners } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { SegmentsField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { isSameView, viewAt, viewPath, viewsQuery } from '#web/resources/views.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeView, saveView } from './mutations.ts'
import { pinView } from './pinned-views.tsx'
import { viewsWords as words } from './words.ts'
import styles from './opened-view.module.css'

type SaveViewDialogProps = Pick<View, 'list' | 'name'> & { onClose: () => void }

/** Saves the view on screen under a name, or renames it if it is saved already. */
export function SaveViewDialog({ list, name: proposed, onClose }: SaveViewDialogProps) {
  const { pathname, search } = useLocation()
  // The view that was on screen when the dialog opened, even if the URL changes meanwhile.
  const [{ query }] = useState(() => viewAt(pathname, search) ?? readViewQuery(list, search))
  const [pinned, setPinned] = useState(true)
  const isPerson = useOwnPerson() !== null
  const { data } = useQuery(viewsQuery())
  const navigate = useNavigate()
  const saved = data?.find((view) => isSameView(view, { list, query }))
  const submit = async (name: string, owner: ViewOwner) => {
    if (saved) await changeView(saved.id, { name })
    else {
      const { id } = await saveView({ name, list, query, owner })
      pinView(id, pinned)
      if (pathname === paths[list]()) void navigate(viewPath({ list, query, id }), { replace: true })
    }
    onClose()
    const action = { label: words.showAll, onSelect: () => void navigate(paths.views()) }
    showToast({ text: saved ? words.renamed(name) : words.saved(name), tone: 'good', action })
  }
  return (
    <ViewNameDialog
      key={saved?.id}
      title={saved ? words.renameTitle : words.saveTitle}
      name={saved?.name ?? validName(proposed)}
      hint={isPerson ? words.leadOfPeople : words.lead}
      submitLabel={saved ? words.rename : words.submit}
      onSubmit={submit}
      onClose={onClose}
      asksOwner={!saved && isPerson}
    >
      {!saved && (
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

/** Turns the name of a list, which can contain any search text, into a valid name of a view. */
function validName(name: string) {
  const characters = [...name.toWellFormed().replace(/\p{Cc}+/gu, ' ')]
  const isTooLong = characters.length > maxViewName
  const short = isTooLong ? `${characters.slice(0, maxViewName - 1).join('')}…` : characters.join('')
  return readField(ViewName, short).value ?? ''
}

export function RenameViewDialog({ view: { id, name }, onClose }: { view: View; onClose: () => void }) {
  const submit = async (next: string) => {
    if (next !== name) await changeView(id, { name: next })
    onClose()
    announce(words.renamed(next))
  }
  return (
    <ViewNameDialog
      title={words.renameDialog}
      name={name}
      submitLabel={words.rename}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

const ownerOptions = viewOwners.map((value) => ({ value, label: words.owners[value] }))

type ViewNameDialogProps = {
  title: string
  /** The initial value. It is selected, so that typing replaces it. */
  name: string
  hint?: ReactNode
  submitLabel: string
  onSubmit: (name: string, owner: ViewOwner) => Promise<void>
  onClose: () => void
  /** Whether a person chooses if the view is theirs or the team's. */
  asksOwner?: boolean
  children?: ReactNode
}

function ViewNameDialog({
  title,
  name: initial,
  hint,
  submitLabel,
  onSubmit,
  onClose,
  asksOwner,
  children,
}: ViewNameDialogProps) {
  const form = useContractForm({
    schema: ViewNameForm,
    values: { name: initial, owner: 'team' as ViewOwner },
    submit: ({ name }): Promise<void> => onSubmit(name, form.values.owner),
  })
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} cancelLabel={words.cancel} onClose={onClose}>
      <TextField field={form.field('name')} hint={hint} data-autofocus onFocus={(event) => event.target.select()} />
      {asksOwner && <SegmentsField field={form.field('owner')} label={words.owner} options={ownerOptions} />}
      {children}
    </FormDialog>
  )
}
