import { useState } from 'react'
import { server } from '#web/data/server.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { serverWords } from './server-words.ts'
import { signInWords as words } from './sign-in-words.ts'
import { KeyInput } from './key-input.tsx'
import styles from './sign-in-page.module.css'
import { useTrial, type Wrong } from './use-trial.ts'
import { WrongNotice } from './wrong-notice.tsx'

/** Takes a key once the server accepts it; a refused one stays in the field, and a server that cannot say is told apart. */
export function KeyForm({
  lead,
  onKey,
}: {
  lead: string | undefined
  onKey: (key: string, remember: boolean) => void
}) {
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const { busy, form, wrong, submit, refuse, clear, errorOf } = useTrial(sayHere, async (trial) =>
    onKey(trial.key, remember),
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
        error={errorOf('key')}
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
      {wrong?.field === null && <WrongNotice wrong={wrong} />}
      <Button type="submit" variant="main" busy={busy}>
        {words.submit}
      </Button>
    </form>
  )
}

/** The address is this page's own, and nobody here can mend it. */
function sayHere(fault: NonNullable<Wrong['fault']>): Wrong {
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
    sentence: fault.fault === 'unreachable' || fault.fault === 'silent' ? here[fault.fault] : here.other,
    fault,
  }
}
