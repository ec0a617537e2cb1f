import { useState } from 'react'
import { errorSentence } from '#web/data/error-words.ts'
import { server } from '#web/data/server.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { KeyInput, ProblemNotice, type SignInFault, type SignInProblem, useSignInAttempt } from './sign-in-attempt.tsx'
import { serverWords, signInWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

/** Signs in to this page's own server with a key. Tells a rejected key from a server that fails. */
export function KeyForm({
  lead,
  onKey,
}: {
  lead: string | undefined
  onKey: (key: string, remember: boolean) => void
}) {
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const { busy, form, problem, submit, refuse, clear, fieldError } = useSignInAttempt(describe, async (attempt) =>
    onKey(attempt.key, remember),
  )
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = key.trim()
        if (typed) submit({ address: server, key: typed })
        else refuse({ field: 'key', sentence: words.empty })
      }}
    >
      {lead && <p>{lead}</p>}
      <KeyInput
        autoFocus
        value={key}
        hint={words.hint}
        error={fieldError('key')}
        onChange={(typed) => {
          setKey(typed)
          clear()
        }}
      />
      <Checkbox
        label={words.remember}
        hint={words.rememberHint}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      {problem?.field === null && <ProblemNotice problem={problem} />}
      <Button type="submit" variant="main" busy={busy}>
        {words.submit}
      </Button>
    </form>
  )
}

/** The server's URL is that of this page, so a fault of the URL belongs to no field. */
function describe(fault: SignInFault): SignInProblem {
  if (fault.wrong === 'key')
    return { field: 'key', sentence: fault.fault === 'refused' ? words.refused : serverWords.key[fault.fault], fault }
  const { here } = serverWords
  if (fault.wrong === 'neither')
    return {
      field: null,
      sentence: fault.fault === 'offline' ? serverWords.offline : errorSentence(fault.cause),
      fault,
    }
  return {
    field: null,
    sentence: fault.fault === 'unreachable' || fault.fault === 'timeout' ? here[fault.fault] : here.other,
    fault,
  }
}
