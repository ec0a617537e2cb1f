import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useHasPeople } from '#web/data/service.ts'
import { keyRequest, signInWith, useSession } from '#web/data/session.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordFields, usePasswordForm } from './password-form.tsx'
import { ProviderLinks } from './providers.tsx'
import { KeyAndChoice, refusedAt, type SignInWay } from './sign-in-attempt.tsx'
import { tryKey } from './try-server.ts'
import { waysInQuery } from './ways-in.ts'
import { signInAgainWords as words, signInWords } from './words.ts'

/** Asks to sign in again without leaving the page. The calls that wait for it then continue. */
export function SignInDialog() {
  const { credential } = useSession()
  const hasPeople = useHasPeople()
  const [chosen, setChosen] = useState<SignInWay>(typeof credential === 'string' ? 'key' : 'password')
  if (!hasPeople && typeof credential === 'string') return <KeyDialog />
  return chosen === 'key' ? (
    <KeyDialog onOther={() => setChosen('password')} />
  ) : (
    <PasswordDialog onOther={() => setChosen('key')} />
  )
}

const close = () => keyRequest.settle(false)

/** Providers open in another tab, whose sign-in counts here too, so that the page keeps what was entered. */
function PasswordDialog({ onOther }: { onOther: () => void }) {
  const form = usePasswordForm()
  const { data: ways } = useQuery(waysInQuery())
  const other = (
    <Button variant="plain" onClick={onOther}>
      {signInWords.useKey}
    </Button>
  )
  if (ways?.passwords === false)
    return (
      <Dialog
        open
        title={words.title}
        actions={
          <>
            {other}
            <Button onClick={close}>{words.later}</Button>
          </>
        }
        onClose={close}
      >
        <p>{words.text}</p>
        <ProviderLinks ways={ways} to={paths.home()} inNewTab />
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={words.later}
      otherAction={other}
      onClose={close}
    >
      <p>{words.text}</p>
      <ProviderLinks ways={ways} to={paths.home()} inNewTab />
      <PasswordFields form={form} />
    </FormDialog>
  )
}

function KeyDialog({ onOther }: { onOther?: () => void }) {
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
      submitLabel={words.submitKey}
      cancelLabel={words.later}
      otherAction={
        onOther && (
          <Button variant="plain" onClick={onOther}>
            {signInWords.usePassword}
          </Button>
        )
      }
      onClose={close}
    >
      <p>{words.textForKey}</p>
      <TextField field={form.field('key')} hint={null} data-autofocus type="password" icon="key" />
      <CheckboxField field={form.field('remember')} label={words.remember} />
    </FormDialog>
  )
}
