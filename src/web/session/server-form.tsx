import { useState } from 'react'
import { errorSentence } from '#web/data/error-words.ts'
import { serverName } from '#web/data/known-servers.ts'
import { isPrivate, readServerUrl } from '#web/data/static-server.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { KeyInput, ProblemNotice, type SignInFault, type SignInProblem, useSignInAttempt } from './sign-in-attempt.tsx'
import { corsHeaders, serverWords as words, signInWords } from './words.ts'
import styles from './sign-in-page.module.css'

/** Resolves to false if the browser does not store the choice. */
type OnServer = (address: string, key: string, remember: boolean) => Promise<boolean>

/** Signs in to any server. Shows problems next to the field they belong to. */
export function ServerForm({ given, onServer }: { given: string; onServer: OnServer }) {
  const [address, setAddress] = useState(given)
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const attempt = useSignInAttempt(describe, async ({ address: tried, key: accepted }) =>
    (await onServer(tried, accepted, remember)) ? undefined : { field: null, sentence: words.notStored },
  )
  const { busy, form, problem, fieldError } = attempt

  const read = readServerUrl(address, location)
  const tried = 'address' in read ? read.address : null
  const refuse = (field: 'address' | 'key', sentence: string) => attempt.refuse({ field, sentence })
  const submit = () => {
    const typed = key.trim()
    if ('wrong' in read) refuse('address', words.invalidAddress[read.wrong])
    else if (!typed) refuse('key', words.keyEmpty)
    else {
      setAddress(read.address)
      attempt.submit({ address: read.address, key: typed })
    }
  }
  const fault = problem?.fault?.wrong === 'address' ? problem.fault.fault : null
  const mayBeCors = fault !== null && ['cors', 'preflight', 'unreachable'].includes(fault)
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
      <Field label={words.address} hint={words.addressHint} error={fieldError('address')}>
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
              attempt.clear()
            }}
          />
        )}
      </Field>
      <KeyInput
        autoFocus={Boolean(given)}
        value={key}
        hint={words.keyHint}
        error={fieldError('key')}
        onChange={(typed) => {
          setKey(typed)
          attempt.clear()
        }}
      />
      <Checkbox
        label={signInWords.remember}
        hint={signInWords.rememberHint}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      {problem?.field === null && <ProblemNotice problem={problem} />}
      <Button type="submit" variant="main" busy={busy}>
        {signInWords.submit}
      </Button>
      {mayBeCors && tried && (
        <>
          {isPrivate(new URL(tried).hostname) && !isPrivate(location.hostname) && <p>{words.private}</p>}
          <CorsHelp address={tried} open={fault !== 'unreachable'} />
        </>
      )}
    </form>
  )
}

function describe(fault: SignInFault, { address }: { address: string }): SignInProblem {
  if (fault.wrong === 'address')
    return { field: 'address', sentence: words.fault[fault.fault](serverName(address)), fault }
  if (fault.wrong === 'key') return { field: 'key', sentence: words.key[fault.fault], fault }
  return { field: null, sentence: fault.fault === 'offline' ? words.offline : errorSentence(fault.cause), fault }
}

/** Instructions for the server's administrator to let this page read its responses. */
function CorsHelp({ address, open }: { address: string; open: boolean }) {
  return (
    <details className={styles.help} open={open}>
      <summary>{words.help.summary}</summary>
      <p>{words.help.headers}</p>
      <Code text={corsHeaders(location.origin)} />
      <p>{words.help.gateway}</p>
      <Code text={`${allowedHosts(address)}SEO_REPORTS_UPSTREAM=${address} npm start`} />
    </details>
  )
}

/** By default, the gateway rejects plain HTTP, non-standard ports and private networks. */
function allowedHosts(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const isDefault = protocol === 'https:' && !port && !isPrivate(hostname)
  return isDefault ? '' : `SEO_REPORTS_ALLOW_HOSTS=${hostname}:${port || (protocol === 'https:' ? 443 : 80)} `
}

const Code = ({ text }: { text: string }) => (
  <div className={styles.command}>
    <pre>
      {text.split('\n').map((line) => (
        <span key={line}>{line}</span>
      ))}
    </pre>
    <CopyButton size="s" text={text} label={words.help.copy} doneLabel={words.copied} />
  </div>
)
