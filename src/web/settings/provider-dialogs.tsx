import type { SignInProvider } from '#contract/access/sign-in.ts'
import { ProviderChangeForm, ProviderForm } from '#contract/forms/sign-in-forms.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { CheckboxField, SecretField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { writeGrants } from '#web/resources/grants.ts'
import { passwordWords } from '#web/session/words.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { RoleFields } from './grants-field.tsx'
import { addProvider, changeProvider, deleteProvider } from './sign-in-mutations.ts'
import { signInSettingsWords as words } from './sign-in-words.ts'

type DialogProps = { provider: SignInProvider | null; onClose: () => void }

/** Adds a provider, or changes one. */
export function ProviderDialog({ provider, onClose }: DialogProps) {
  const text = provider ? words.editing : words.adding
  const form = useContractForm({
    schema: provider ? ProviderChangeForm : ProviderForm,
    values: {
      name: provider?.name ?? '',
      issuer: provider?.issuer ?? '',
      client_id: provider?.client_id ?? '',
      client_secret: '',
      email_domains: provider?.email_domains.join(', ') ?? '',
      team_role: provider?.team_role ?? 'member',
      grants: writeGrants(provider?.grants ?? []),
      require_verified_email: provider?.require_verified_email ?? true,
    },
    async submit(fields) {
      const { name } = await (provider ? changeProvider(provider.id, fields) : addProvider(fields))
      onClose()
      showToast({ text: provider ? words.editing.done : words.adding.done(name), tone: 'good' })
    },
  })
  return (
    <FormDialog
      form={form}
      title={provider ? words.editing.title(provider.name) : words.adding.title}
      submitLabel={text.submit}
      cancelLabel={words.cancel}
      onClose={onClose}
    >
      <p>{text.text}</p>
      <TextField field={form.field('name')} data-autofocus />
      <TextField field={form.field('issuer')} type="url" autoCapitalize="none" spellCheck={false} />
      <TextField field={form.field('client_id')} autoCapitalize="none" spellCheck={false} />
      <SecretField
        field={form.field('client_secret')}
        hint={provider && words.editing.keepSecret}
        words={passwordWords}
        autoComplete="off"
      />
      <TextField field={form.field('email_domains')} hint={words.domainsHint} autoCapitalize="none" />
      <RoleFields role={form.field('team_role')} grants={form.field('grants')} hint={words.grantsHint} />
      <CheckboxField field={form.field('require_verified_email')} />
    </FormDialog>
  )
}

export function DeleteProviderDialog({ provider, onClose }: { provider: SignInProvider; onClose: () => void }) {
  const { deleting } = words
  const { busy, error, submit } = useSubmit(async () => {
    await deleteProvider(provider.id)
    onClose()
    showToast({ text: deleting.done(provider.name), tone: 'good' })
    // The menu that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={deleting.title(provider.name)}
      confirmLabel={deleting.submit}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{deleting.text}</p>
    </ConfirmDialog>
  )
}
