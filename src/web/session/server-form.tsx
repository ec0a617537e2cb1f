import { useState } from 'react'
import * as z from 'zod'
import { because, flagField, withMessages } from '#contract/forms/form.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { serverName } from '#web/data/known-servers.ts'
import { isPrivate, readServerUrl } from '#web/data/static-server.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { KeyField, KeyInput, keyMessages, refusedAt, type SignInFault } from './sign-in-attempt.tsx'
import { tryServer } from './try-server.ts'
import { corsHeaders, serverWords as words, signInWords } from './words.ts'
import styles from './sign-in-page.module.css'

/** Resolves to false if the browser does not store the choice. */
type OnServer = (address: string, key: string, remember: boolean) => Promise<boolean>

/** Signs in to any server. Shows problems next to the field they belong to. */
export function ServerForm({ given, onServer }: { given: string; onServer: OnServer }) {
  /** The fault of the server that was tried last. */
  const [failed, setFailed] = useState<{ address: string; fault: string } | null>(null)
  const form = useContractForm({
    schema: ServerAndKey,
    values: { address: given, key: '', remember: false },
    async submit({ address: typed, key, remember }, signal) {
      const read = readServerUrl(typed, location)
      setFailed(null)
      if ('wrong' in read) throw refusedAt('address', words.invalidAddress[read.wrong])
      const { address } = read
      form.field('address').set(address)
      const trial = await tryServer(address, key, signal)
      if (signal.aborted) return
      setFailed(trial.wrong === 'address' ? { address, fault: trial.fault } : null)
      if (trial.wrong !== null)
        throw refusedAt(trial.wrong === 'neither' ? null : trial.wrong, sentenceOf(trial, address), trial)
      if (!(await onServer(address, key, remember))) throw refusedAt(null, words.notStored)
    },
  })
  const tried = form.error && failed && ['cors', 'preflight', 'unreachable'].includes(failed.fault) ? failed : null
  return (
    <Form form={form}>
      <TextField
        field={form.field('address')}
        icon="globe"
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!given}
      />
      <KeyInput field={form.field('key')} hint={words.keyHint} autoFocus={Boolean(given)} />
      <CheckboxField field={form.field('remember')} label={signInWords.remember} hint={signInWords.rememberHint} />
      <FormFailure form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {signInWords.submit}
      </Button>
      {tried && (
        <>
          {isPrivate(new URL(tried.address).hostname) && !isPrivate(location.hostname) && <p>{words.private}</p>}
          <CorsHelp address={tried.address} open={tried.fault !== 'unreachable'} />
        </>
      )}
    </Form>
  )
}

const ServerAndKey = withMessages(
  z.object({ address: z.string().trim().min(1, because('required')), key: KeyField, remember: flagField }),
  {
    address: { label: words.address, hint: words.addressHint, otherwise: words.invalidAddress.empty },
    key: { ...keyMessages.key, otherwise: words.keyEmpty },
  },
)

function sentenceOf(trial: SignInFault, address: string): string {
  if (trial.wrong === 'address') return words.fault[trial.fault](serverName(address))
  if (trial.wrong === 'key') return words.key[trial.fault]
  return trial.fault === 'offline' ? words.offline : errorSentence(trial.cause)
}

/** Instructions for the server's administrator to let this page read its responses. */
function CorsHelp({ address, open }: { address: string; open: boolean }) {
  return (
    <details className={`muted ${styles.help}`} open={open}>
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
  <div className={`cluster spread ${styles.command}`}>
    <pre>
      {text.split('\n').map((line) => (
        <span key={line}>{line}</span>
      ))}
    </pre>
    <CopyButton size="s" text={text} label={words.help.copy} doneLabel={words.copied} />
  </div>
)
