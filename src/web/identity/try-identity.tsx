import { useState } from 'react'
import { TryIdentityForm } from '#contract/forms/identity-form.ts'
import type { IdentityAttempt } from '#contract/websites/identity.ts'
import { TextField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/page.tsx'
import { tryIdentity } from './queries.ts'
import { tryWords as words } from './words.ts'
import styles from './identity.module.css'

/** Sends one request with what is saved. `domain` is in ASCII. */
export function TryIdentity({ id, domain }: { id: number; domain: string }) {
  const [attempt, setAttempt] = useState<IdentityAttempt | null>(null)
  const form = useContractForm({
    schema: TryIdentityForm,
    values: { url: `https://${domain}/` },
    async submit({ url }, signal) {
      setAttempt(null)
      setAttempt(await tryIdentity(id, url.href, signal))
    },
  })
  return (
    <Card className={`stack ${styles.card}`} aria-labelledby="try">
      <div className="stack tight">
        <h2 id="try">{words.title}</h2>
        <p className="muted small">{words.text}</p>
      </div>
      <Form form={form} className="snug">
        <TextField field={form.field('url')} inputMode="url" autoCapitalize="none" spellCheck={false} />
        <FormFailure form={form} />
        <div className="cluster">
          <Button type="submit" busy={form.busy}>
            {form.busy ? words.sending : words.submit}
          </Button>
        </div>
      </Form>
      <div role="status">{attempt && <Outcome attempt={attempt} />}</div>
    </Card>
  )
}

const Outcome = ({ attempt }: { attempt: IdentityAttempt }) => (
  <div className="stack snug">
    <Notice tone={words.isGood(attempt) ? 'good' : 'bad'}>{words.verdict(attempt)}</Notice>
    <ol className={`stack snug ${styles.requests}`}>
      {attempt.requests.map(({ url, status, sent, headers }, at) => (
        <li key={url} className="stack tight">
          <div className={`stack dense ${styles.request}`}>
            <b className="small">{words.request(at, attempt.requests.length)}</b>
            <code>{url}</code>
            <span className="muted small">{status === null ? words.noResponse : words.status(status)}</span>
          </div>
          <p className="small">
            {sent.length > 0 ? words.sent(sent.map((part) => words.parts[part])) : words.nothingSent}
          </p>
          <details>
            <summary className="small">{words.seen}</summary>
            <pre className={styles.seen} tabIndex={0} aria-label={words.seen}>
              {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            </pre>
          </details>
        </li>
      ))}
    </ol>
  </div>
)
