import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { keyRequest, signInWith, useSession } from '#web/data/session.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { KeyAndChoice, refusedAt } from './sign-in-attempt.tsx'
import { tryKey } from './try-server.ts'
import { keyDialogWords as words } from './words.ts'

/** Asks for another key without leaving the page. The calls that wait for it then continue. */
export function KeyDialog() {
  const { remembered } = useSession()
  const form = useContractForm({
    schema: KeyAndChoice,
    values: { key: '', remember: remembered },
    async submit({ key, remember }, signal) {
      try {
        await tryKey(key, signal)
      } catch (thrown) {
        const error = asApiError(thrown)
        throw refusedAt('key', error.kind === 'unauthenticated' ? words.refused : errorSentence(error))
      }
      signInWith(key, remember)
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={words.later}
      onClose={() => keyRequest.settle(false)}
    >
      <p>{words.text}</p>
      <TextField field={form.field('key')} hint={null} data-autofocus type="password" icon="key" />
      <CheckboxField field={form.field('remember')} label={words.remember} />
    </FormDialog>
  )
}
