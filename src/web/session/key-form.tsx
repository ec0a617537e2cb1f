import { errorSentence } from '#web/data/error-words.ts'
import { server } from '#web/data/server.ts'
import { CheckboxField } from '#web/forms/fields.tsx'
import { Form } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyAndChoice, KeyInput, ProblemNotice, refusedAt, type SignInFault } from './sign-in-attempt.tsx'
import { tryServer } from './try-server.ts'
import { serverWords, signInWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

type KeyFormProps = { lead: string | undefined; onKey: (key: string, remember: boolean) => void }

/** Signs in to this page's own server with a key. Tells a rejected key from a server that fails. */
export function KeyForm({ lead, onKey }: KeyFormProps) {
  const form = useContractForm({
    schema: KeyAndChoice,
    values: { key: '', remember: false },
    async submit({ key, remember }, signal) {
      const trial = await tryServer(server, key, signal)
      if (signal.aborted) return
      if (trial.wrong !== null) throw refusedAt(trial.wrong === 'key' ? 'key' : null, sentenceOf(trial), trial)
      onKey(key, remember)
    },
  })
  return (
    <Form form={form} className={styles.form}>
      {lead && <p>{lead}</p>}
      <KeyInput field={form.field('key')} autoFocus />
      <CheckboxField field={form.field('remember')} label={words.remember} hint={words.rememberHint} />
      <ProblemNotice form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {words.submit}
      </Button>
    </Form>
  )
}

/** The server's URL is that of this page, so a fault of the URL belongs to no field. */
function sentenceOf(trial: SignInFault): string {
  const { here } = serverWords
  if (trial.wrong === 'key') return trial.fault === 'refused' ? words.refused : serverWords.key[trial.fault]
  if (trial.wrong === 'neither') return trial.fault === 'offline' ? serverWords.offline : errorSentence(trial.cause)
  return trial.fault === 'unreachable' || trial.fault === 'timeout' ? here[trial.fault] : here.other
}
