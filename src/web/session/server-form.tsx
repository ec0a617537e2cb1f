import { useState } from 'react'
import { isPrivate, readServerAddress } from '#web/data/server-url.ts'
import { nameOf } from '#web/data/kept-servers.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { serverWords as words } from './server-words.ts'
import { signInWords } from './sign-in-words.ts'
import { CorsHelp } from './cors-help.tsx'
import { KeyInput } from './key-input.tsx'
import styles from './sign-in-page.module.css'
import { useTrial, type Wrong } from './use-trial.ts'
import { WrongNotice } from './wrong-notice.tsx'

/** False where the browser would not keep what was chosen. */
type OnServer = (address: string, key: string, remember: boolean) => Promise<boolean>

/** Takes an address and a key once they work together; else what was entered stays, beside what is wrong with it. */
export function ServerForm({ given, onServer }: { given: string; onServer: OnServer }) {
  const [address, setAddress] = useState(given)
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const trial = useTrial(say, async ({ address: tried, key: accepted }) =>
    (await onServer(tried, accepted, remember)) ? undefined : { field: null, sentence: words.notKept },
  )
  const { busy, form, wrong, errorOf } = trial

  const read = readServerAddress(address, location)
  const tried = 'address' in read ? read.address : null
  const refuse = (field: 'address' | 'key', sentence: string) => trial.refuse({ field, sentence })
  const submit = () => {
    const typed = key.trim()
    if ('wrong' in read) refuse('address', words.wrongAddress[read.wrong])
    else if (!typed) refuse('key', words.keyEmpty)
    else {
      setAddress(read.address)
      trial.submit({ address: read.address, key: typed })
    }
  }
  const unread = wrong?.fault?.wrong === 'address' && ['cors', 'preflight', 'unreachable'].includes(wrong.fault.fault)
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label={words.address} hint={words.addressHint} error={errorOf('address')}>
        {(aria) => (
          <TextInput
            {...aria}
            icon="globe"
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!given}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              trial.clear()
            }}
          />
        )}
      </Field>
      <KeyInput
        autoFocus={Boolean(given)}
        value={key}
        hint={words.keyHint}
        error={errorOf('key')}
        onChange={(typed) => {
          setKey(typed)
          trial.clear()
        }}
      />
      <Checkbox
        label={signInWords.remember}
        hint={signInWords.rememberHint}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      {wrong?.field === null && <WrongNotice wrong={wrong} />}
      <Button type="submit" variant="main" busy={busy}>
        {signInWords.submit}
      </Button>
      {unread && tried && (
        <>
          {isPrivate(new URL(tried).hostname) && !isPrivate(location.hostname) && <p>{words.private}</p>}
          <CorsHelp address={tried} open={wrong.fault?.fault !== 'unreachable'} />
        </>
      )}
    </form>
  )
}

function say(fault: NonNullable<Wrong['fault']>, { address }: { address: string }): Wrong {
  if (fault.wrong === 'address') return { field: 'address', sentence: words.fault[fault.fault](nameOf(address)), fault }
  if (fault.wrong === 'key') return { field: 'key', sentence: words.key[fault.fault], fault }
  return { field: null, sentence: fault.fault === 'offline' ? words.offline : errorSentence(fault.cause), fault }
}
