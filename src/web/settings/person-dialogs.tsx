import { useState } from 'react'
import * as z from 'zod'
import type { Person, PersonState } from '#contract/access/people.ts'
import { idField, withMessages } from '#contract/forms/form.ts'
import { PersonForm } from '#contract/forms/people-forms.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { signOut } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { SelectField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { writeGrants } from '#web/resources/grants.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { RoleFields, seesNothing } from './grants-field.tsx'
import { LiveLinks } from './live-links.tsx'
import { changePerson, createPasswordLink, outdateOwnAccount, removePerson } from './people-mutations.ts'
import { grantsFieldWords, peopleWords as words } from './people-words.ts'
import { SecretLinkDialog } from './secret-link-dialog.tsx'

export type PersonAction = 'edit' | 'passwordLink' | 'suspend' | 'activate' | 'remove'

type DialogProps = { person: Person; isOwn: boolean; onClose: () => void }
type PersonDialogProps = {
  action: PersonAction
  person: Person
  people: readonly Person[]
  /** The person who is signed in. */
  ownId: number | null
  onClose: () => void
}

/** The dialog for what was chosen in the menu of a person. */
export function PersonDialog({ action, people, ownId, person, onClose }: PersonDialogProps) {
  const dialog = { person, isOwn: person.id === ownId, onClose }
  if (action === 'edit') return <EditDialog {...dialog} />
  if (action === 'passwordLink') return <PasswordLinkDialog {...dialog} />
  if (action === 'remove') return <RemoveDialog {...dialog} people={people} />
  return <StateDialog {...dialog} state={action === 'suspend' ? 'suspended' : 'active'} />
}

function EditDialog({ person: { id, name, email, team_role, grants }, isOwn, onClose }: DialogProps) {
  const before = { team_role, grants: team_role === 'owner' ? '' : writeGrants(grants) }
  const form = useContractForm({
    schema: PersonForm,
    values: { name, email, ...before },
    async submit(fields): Promise<void> {
      const isChanged = fields.team_role !== team_role || writeGrants(fields.grants ?? []) !== before.grants
      if (isChanged && seesNothing(fields)) return form.refuse('grants', grantsFieldWords.missing)
      await changePerson(id, isChanged ? fields : { ...fields, team_role: undefined, grants: undefined })
      if (isOwn) outdateOwnAccount()
      onClose()
      showToast({ text: words.editing.saved, tone: 'good' })
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.editing.title(name)}
      submitLabel={words.editing.submit}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <TextField field={form.field('name')} data-autofocus />
      <TextField field={form.field('email')} type="email" autoCapitalize="none" />
      <RoleFields role={form.field('team_role')} grants={form.field('grants')} />
    </FormDialog>
  )
}

/** Of a field that the dialog doesn't have, such as for the last owner, the server's sentence is for people. */
const sentenceOf = (error: ApiError) => Object.values(error.fields).flat().join(' ') || errorSentence(error)

function StateDialog({ person: { id, name }, state, isOwn, onClose }: DialogProps & { state: PersonState }) {
  const isSuspending = state === 'suspended'
  const { title, text, done } = isSuspending ? words.suspending : words.activating
  const { busy, error, submit } = useSubmit(async () => {
    await changePerson(id, { state })
    onClose()
    if (isOwn) return signOut()
    showToast({ text: done(name), tone: 'good' })
  })
  return (
    <ConfirmDialog
      open
      danger={isSuspending}
      title={title(name)}
      confirmLabel={isSuspending ? words.suspend : words.activate}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && sentenceOf(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{text}</p>
      {isOwn && <p>{words.own}</p>}
      {isSuspending && <LiveLinks personId={id} />}
    </ConfirmDialog>
  )
}

function PasswordLinkDialog({ person: { id, name }, onClose }: DialogProps) {
  const [url, setUrl] = useState<string | null>(null)
  const { busy, error, submit } = useSubmit(async () => setUrl(await createPasswordLink(id)))
  if (url !== null)
    return (
      <SecretLinkDialog name={name} url={url} onClose={onClose}>
        <p>{words.link.password}</p>
      </SecretLinkDialog>
    )
  return (
    <ConfirmDialog
      open
      title={words.linking.title(name)}
      confirmLabel={words.passwordLink}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{words.linking.text}</p>
    </ConfirmDialog>
  )
}

const { removing } = words
const HeirForm = withMessages(z.object({ hand_over_to: idField }), {
  hand_over_to: { label: removing.heir, otherwise: removing.heirHint },
})

function RemoveDialog({
  person: { id, name },
  people,
  isOwn,
  onClose,
}: DialogProps & Pick<PersonDialogProps, 'people'>) {
  const heirs = people.filter((other) => other.id !== id && other.state === 'active')
  const form = useContractForm({
    schema: HeirForm,
    values: { hand_over_to: String(heirs[0]?.id ?? '') },
    async submit({ hand_over_to }) {
      try {
        await removePerson(id, hand_over_to)
      } catch (thrown) {
        const error = asApiError(thrown)
        // No field of this dialog has it.
        throw error.fields['state'] ? new ApiError('invalid', sentenceOf(error)) : error
      }
      onClose()
      if (isOwn) return signOut()
      showToast({ text: removing.done(name), tone: 'good' })
      // The menu that opened the dialog is gone.
      focusHeading()
    },
  })
  return (
    <FormDialog
      form={form}
      danger
      title={removing.title(name)}
      submitLabel={removing.submit}
      cancelLabel={words.cancel}
      disabled={heirs.length === 0}
      onClose={onClose}
    >
      <p>{removing.text}</p>
      {heirs.length === 0 ? (
        <p>{removing.nobody}</p>
      ) : (
        <>
          <SelectField
            field={form.field('hand_over_to')}
            options={heirs.map((heir) => ({ value: String(heir.id), label: heir.name }))}
          />
          <p className="faint tiny">{removing.heirHint}</p>
        </>
      )}
      {isOwn && <p>{words.own}</p>}
      <LiveLinks personId={id} />
    </FormDialog>
  )
}
