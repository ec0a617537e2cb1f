import { OwnPasswordForm } from '#contract/forms/people-forms.ts'
import { SecretField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { NewPasswordField } from '#web/session/password-form.tsx'
import { passwordWords } from '#web/session/words.ts'
import { showToast } from '#web/ui/toast.tsx'
import { changeOwnPassword } from './people-mutations.ts'
import { settingsWords } from './words.ts'

const words = settingsWords.password

/** Changes or sets one's own password. `email` is the name under which password managers keep it. */
type PasswordDialogProps = { email: string; isFirst: boolean; onClose: () => void }

export function PasswordDialog({ email, isFirst, onClose }: PasswordDialogProps) {
  const action = isFirst ? words.set : words.change
  const form = useContractForm({
    schema: OwnPasswordForm,
    values: { current_password: '', password: '' },
    async submit(fields) {
      await changeOwnPassword(fields)
      onClose()
      showToast({ text: isFirst ? words.setDone : words.done, tone: 'good' })
    },
  })
  return (
    <FormDialog form={form} title={action} submitLabel={action} cancelLabel={words.cancel} onClose={onClose}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {!isFirst && (
        <SecretField
          field={form.field('current_password')}
          words={passwordWords}
          autoComplete="current-password"
          data-autofocus
        />
      )}
      <NewPasswordField field={form.field('password')} />
    </FormDialog>
  )
}
