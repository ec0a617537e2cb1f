import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusHeading, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { unlockWords as words } from './visitor-words.ts'
import styles from './visitor-refusal.module.css'

type UnlockFormProps = {
  target: 'website' | 'link'
  /** Its path in the API. */
  path: string
}

/** Asks for the password of a website or share link, then shows the page. */
export function UnlockForm({ target, path }: UnlockFormProps) {
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const { busy, error, form, submit, refuse, clear, fieldError } = useSubmit(async (typed: string, signal) => {
    try {
      await currentClient().call('POST', `${path}/unlock`, { form: { password: typed }, signal, isSafeToRepeat: true })
    } catch (thrown) {
      // It is not shared any more. Loading the page again shows that.
      if (asApiError(thrown).kind !== 'missing') throw thrown
    }
    await reloadPage()
    announce(document.title)
  })
  const wait = useCountdown(error?.kind === 'limited' ? error.retryAt : null)
  const sentence =
    error && (fieldError('password') ?? (error.kind === 'limited' ? words.limited : errorSentence(error)))
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.title} lead={words.lead[target]} />
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
              // Nothing else can be done on this page.
              autoFocus
              type={shown ? 'text' : 'password'}
              name="password"
              icon="password"
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

/** Removes the remembered password from this browser, so that it is asked for again. */
export function LockAgainButton({ path }: { path: string }) {
  const { busy, submit } = useSubmit(async (_: null, signal) => {
    try {
      await currentClient().call('POST', `${path}/forget`, { form: {}, signal, isSafeToRepeat: true })
    } catch (thrown) {
      if (!signal.aborted) showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
      return
    }
    await reloadPage()
    announce(words.lockedAgain)
  })
  return (
    <Button icon="lock" busy={busy} onClick={() => submit(null)}>
      {words.lockAgain}
    </Button>
  )
}

/** Loads all data of the page again and focuses what it shows then. */
async function reloadPage() {
  await queryClient.resetQueries({ queryKey: [reader()] })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading()
  })
}
