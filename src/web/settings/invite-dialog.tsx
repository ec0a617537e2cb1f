import { useState } from 'react'
import type { NewInvitation } from '#contract/access/people.ts'
import { InvitationForm } from '#contract/forms/people-forms.ts'
import type { TeamRole } from '#contract/service-info.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useClients } from '#web/resources/clients.ts'
import { RoleFields, seesNothing } from './grants-field.tsx'
import { invite } from './people-mutations.ts'
import { grantsFieldWords, peopleWords } from './people-words.ts'
import { SecretLinkDialog } from './secret-link-dialog.tsx'

const words = peopleWords.form

/** Invites a person, then shows the link to send them. It cannot be shown again later. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<NewInvitation | null>(null)
  if (!invitation) return <InviteForm onCreated={setInvitation} onClose={onClose} />
  const { name, email, url, mailed } = invitation
  return (
    <SecretLinkDialog name={name} url={url} onClose={onClose}>
      <p>{peopleWords.link.invitation}</p>
      {mailed && email !== null && <p>{peopleWords.link.mailed(email)}</p>}
    </SecretLinkDialog>
  )
}

type InviteFormProps = { onCreated: (invitation: NewInvitation) => void; onClose: () => void }

function InviteForm({ onCreated, onClose }: InviteFormProps) {
  // Without clients, colleagues work on the same websites.
  const grants = useClients().length === 0 ? 'edit all' : ''
  const form = useContractForm({
    schema: InvitationForm,
    values: { name: '', email: '', team_role: 'member' as TeamRole, grants },
    async submit(fields): Promise<void> {
      if (seesNothing(fields)) return form.refuse('grants', grantsFieldWords.missing)
      try {
        onCreated(await invite(fields))
      } catch (thrown) {
        if (asApiError(thrown).code === 'already_done') throw new ApiError('invalid', words.lost)
        throw thrown
      }
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={peopleWords.cancel}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <TextField field={form.field('name')} data-autofocus />
      <TextField field={form.field('email')} hint={words.emailHint} type="email" autoCapitalize="none" />
      <RoleFields role={form.field('team_role')} grants={form.field('grants')} />
    </FormDialog>
  )
}
