import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { confirmWrite } from '#web/data/write-outcome.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient, reader } from '#web/data/session.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { focusHeading, PageHeader } from '#web/ui/page-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { sharedWords } from './visitor-words.ts'
import styles from './refusal.module.css'

const words = sharedWords.locked

/** Asks for the password of what is at `path`; with it the page comes in this place. */
export function UnlockForm({ path, lead }: { path: string; lead: string }) {
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const { busy, error, form, submit, refuse, clear, fieldError } = useSubmit(async (typed: string, signal) => {
    try {
      await confirmWrite(
        currentClient().call('POST', `${path}/unlock`, { form: { password: typed }, signal }),
        async () => !(await isLocked(path)),
      )
    } catch (thrown) {
      // Its owner has ended it meanwhile: what there is to say comes with the answer to the page itself.
      if (asApiError(thrown).kind !== 'missing') throw thrown
    }
    await askAnew()
    announce(document.title)
  })
  const wait = useCountdown(error?.kind === 'limited' ? error.retryAt : null)
  const sentence =
    error && (fieldError('password') ?? (error.kind === 'limited' ? words.limited : errorSentence(error)))
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.title} lead={lead} />
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (password === '') refuse('password', words.empty)
          else if (wait === 0) submit(password)
        }}
      >
        <Field label={words.label} error={sentence}>
          {(aria) => (
            <TextInput
              {...aria}
              // The one thing to do here.
              autoFocus
              type={shown ? 'text' : 'password'}
              name="password"
              icon="lock"
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                if (wait === 0) clear()
              }}
              end={
                <Button
                  variant="plain"
                  size="s"
                  icon="eye"
                  iconOnly
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? words.hide : words.show}
                </Button>
              }
            />
          )}
        </Field>
        <Button type="submit" variant="main" busy={busy} disabled={wait > 0}>
          {wait > 0 ? words.wait(wait) : words.submit}
        </Button>
      </form>
    </div>
  )
}

/** Whether there is a password to ask for again, and the way to have it asked for. */
export function ForgetButton({ path }: { path: string }) {
  const { busy, submit } = useSubmit(async (_: null, signal) => {
    try {
      await confirmWrite(currentClient().call('POST', `${path}/forget`, { form: {}, signal }), () => isLocked(path))
    } catch (thrown) {
      if (!signal.aborted) showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
      return
    }
    await askAnew()
    announce(words.forgotten)
  })
  return (
    <Button icon="lock" busy={busy} onClick={() => submit(null)}>
      {words.forget}
    </Button>
  )
}

/** Whether the password is asked for, as the server sees it now. */
const isLocked = (path: string) =>
  currentClient()
    .call('GET', path)
    .then(
      () => false,
      (error) => {
        if (asApiError(error).locked) return true
        throw error
      },
    )

/** Everything on the page is read again, and what then stands there has the focus. */
async function askAnew() {
  await queryClient.resetQueries({ queryKey: [reader()] })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading()
  })
}
