import { useState } from 'react'
import { UnlockForm as PasswordForm } from '#contract/forms/access-forms.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { SecretInput } from '#web/forms/fields.tsx'
import { Form } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { reloadPage } from './visitor-refusal.tsx'
import { unlockWords as words } from './words.ts'
import styles from './visitor-refusal.module.css'

type UnlockFormProps = {
  target: 'website' | 'link'
  /** Its path in the API. */
  path: string
}

/** Asks for the password of a website or share link, then shows the page. */
export function UnlockForm({ target, path }: UnlockFormProps) {
  const [shown, setShown] = useState(false)
  const form = useContractForm({
    schema: PasswordForm,
    values: { password: '' },
    async submit(fields, signal) {
      try {
        await currentClient().call('POST', `${path}/unlock`, { form: fields, signal, isSafeToRepeat: true })
      } catch (thrown) {
        // It is no longer shared. Loading the page again shows that.
        if (asApiError(thrown).kind !== 'missing') throw thrown
      }
      await reloadPage()
      announce(document.title)
    },
  })
  const { error, failure } = form
  const isLimited = error?.kind === 'limited'
  const wait = useCountdown(isLimited ? error.retryAt : null)
  const password = form.field('password')
  return (
    <div className={`stack box ${styles.page}`} data-refused>
      <PageHeader title={words.title} lead={words.lead[target]} />
      {/* Typing doesn't end the wait. */}
      <Form form={wait > 0 ? { ...form, clear: () => {} } : form} className={styles.form}>
        <Field label={password.label} error={password.error ?? (isLimited ? words.limited : failure)}>
          {(aria) => (
            <SecretInput
              {...aria}
              {...password.register()}
              words={words}
              shown={shown}
              onShow={setShown}
              // Nothing else can be done on this page.
              autoFocus
              icon="password"
              autoComplete="current-password"
            />
          )}
        </Field>
        <Button type="submit" variant="main" busy={form.busy} disabled={wait > 0}>
          {wait > 0 ? words.wait(wait) : words.submit}
        </Button>
      </Form>
    </div>
  )
}
