import { SessionForm } from '#contract/forms/people-forms.ts'
import { asApiError } from '#web/data/api-error.ts'
import { SecretField, TextField } from '#web/forms/fields.tsx'
import { StrengthHint } from '#web/forms/password-field.tsx'
import { type FormField, useContractForm } from '#web/forms/use-contract-form.ts'
import { createSession } from './account-requests.ts'
import { refusedAt } from './sign-in-attempt.tsx'
import { passwordWords, signInWords } from './words.ts'

/** The form that signs in with an email address and a password. */
export const usePasswordForm = () =>
  useContractForm({
    schema: SessionForm,
    values: { email: '', password: '' },
    async submit(fields, signal) {
      try {
        await createSession(fields, signal)
      } catch (thrown) {
        if (asApiError(thrown).code === 'wrong_credentials') throw refusedAt('password', signInWords.wrong)
        throw thrown
      }
    },
  })

type PasswordFieldsProps = { form: Pick<ReturnType<typeof usePasswordForm>, 'field'> }

export const PasswordFields = ({ form }: PasswordFieldsProps) => (
  <>
    <EmailField field={form.field('email')} autoFocus data-autofocus />
    <SecretField field={form.field('password')} words={passwordWords} autoComplete="current-password" />
  </>
)

type EmailFieldProps = { field: FormField; hint?: string; autoFocus?: boolean; 'data-autofocus'?: boolean }

/** Password managers store the password under this address. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField {...props} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
)

/** The field of a new password for an account, with how strong it is. */
export const NewPasswordField = ({ field, autoFocus }: { field: FormField; autoFocus?: boolean }) => (
  <SecretField
    field={field}
    hint={
      field.value === '' || field.error ? (
        field.hint
      ) : (
        <StrengthHint password={field.value} text={passwordWords.strength} />
      )
    }
    words={passwordWords}
    autoComplete="new-password"
    autoFocus={autoFocus}
  />
)
