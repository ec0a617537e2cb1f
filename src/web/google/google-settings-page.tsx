import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GoogleClientForm } from '#contract/forms/search-forms.ts'
import type { GoogleClient } from '#contract/google/search-connection.ts'
import { paths } from '#web/app/paths.ts'
import { startQuery } from '#web/data/query-client.ts'
import { hasOwnerAccess, useOwnerAccess, useSupports } from '#web/data/service.ts'
import { SecretField, TextField } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, EmptyCard, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { FieldKeyCard } from './field-key-card.tsx'
import { googleClientQuery, saveGoogleClient } from './queries.ts'
import { googleSettingsWords as words } from './words.ts'
import styles from './google.module.css'

export async function loader() {
  if (await hasOwnerAccess()) await startQuery(googleClientQuery())
  return null
}

/** The server’s own client and key at Google. */
export function Component() {
  const hasField = useSupports('field_data')
  const isAvailable = [useOwnerAccess(), useSupports('search_console')].every(Boolean)
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} lead={words.lead} />
      {isAvailable ? (
        <>
          <SearchCard />
          {hasField && <FieldKeyCard />}
        </>
      ) : (
        <EmptyCard
          title={words.notAvailable}
          text={words.notAvailableText}
          to={paths.settings()}
          action={words.toSettings}
        />
      )}
    </div>
  )
}

function SearchCard() {
  const result = useQuery(googleClientQuery())
  return (
    <QueryStates result={result} height="24rem" loading={words.loading}>
      {(client) => <ClientCard client={client} />}
    </QueryStates>
  )
}

const valuesOf = ({ client_id }: GoogleClient) => ({ client_id: client_id ?? '', client_secret: '' })

function ClientCard({ client }: { client: GoogleClient }) {
  const { search: text } = words
  const queries = useQueryClient()
  const [replaces, setReplaces] = useState(false)
  const form = useRecordForm({
    name: 'google client',
    stored: client,
    valuesOf,
    schemaOf: () => GoogleClientForm,
    reload: () => queries.fetchQuery({ ...googleClientQuery(), staleTime: 0 }),
    async save({ client_id, client_secret }, _base, signal) {
      const saved = await saveGoogleClient({ client_id, ...(client_secret && { client_secret }) }, signal)
      setReplaces(false)
      showToast({ text: text.saved, tone: 'good' })
      return saved
    },
  })
  const { base, values } = form
  const isSet = base.client_id !== null && base.has_client_secret
  // Another client has another secret.
  const asksSecret = !base.has_client_secret || replaces || values.client_id !== base.client_id
  return (
    <Card aria-labelledby="search-console" className={`stack ${styles.card}`}>
      <div className="stack tight">
        <div className="cluster">
          <h2 id="search-console">{text.title}</h2>
          <span className={classes('pill', isSet ? 'good' : 'info')}>{isSet ? text.ready : text.missing}</span>
        </div>
        <p className="muted">{text.text}</p>
      </div>
      <details className="reveal" open={!isSet}>
        <summary className="small medium">{text.steps}</summary>
        <Steps client={base} />
      </details>
      <RecordForm form={form} saveLabel={text.save}>
        <TextField field={form.field('client_id')} autoCapitalize="none" spellCheck={false} />
        {asksSecret ? (
          <SecretField
            field={form.field('client_secret')}
            hint={base.has_client_secret ? undefined : ''}
            words={text}
            autoComplete="off"
            autoFocus={replaces}
          />
        ) : (
          <div className="stack tight" role="group" aria-label={form.field('client_secret').label}>
            <span className="small medium">{form.field('client_secret').label}</span>
            <div className="cluster">
              <span className="row small good toned">
                <Icon name="check" />
                {text.secretSet}
              </span>
              <Button size="s" aria-label={text.replaceSecret} onClick={() => setReplaces(true)}>
                {text.replace}
              </Button>
            </div>
          </div>
        )}
      </RecordForm>
    </Card>
  )
}

/** What to do at Google first. */
function Steps({ client: { callback_url, about_testing } }: { client: GoogleClient }) {
  const { search: text } = words
  return (
    <ol className={`stack snug small ${styles.steps}`}>
      <li className="linked">
        {text.create.text} <External {...text.create} />
      </li>
      <li>
        {text.callback}
        <span className={`cluster spread ${styles.uri}`}>
          <code className="breaks">{callback_url}</code>
          <CopyButton size="s" text={callback_url} label={text.copy} doneLabel={text.copied} />
        </span>
      </li>
      <li className="linked">
        {text.enable.text} <External {...text.enable} />
      </li>
      <li className="stack tight">
        {text.publish}
        <Notice tone="info">{about_testing}</Notice>
      </li>
    </ol>
  )
}

const External = ({ to, link }: { to: string; link: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {link}
  </a>
)
