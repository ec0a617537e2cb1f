import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldKeyForm } from '#contract/forms/field-forms.ts'
import type { FieldKey } from '#contract/google/field-data.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { SecretField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Card, focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { fieldKeyQuery, saveFieldKey } from './queries.ts'
import { googleSettingsWords } from './words.ts'
import styles from './google.module.css'

const words = googleSettingsWords.field

/** The API key with which field data is pulled. It is never shown again. */
export function FieldKeyCard() {
  const result = useQuery(fieldKeyQuery())
  return (
    <QueryStates result={result} height="12rem" loading={googleSettingsWords.loading}>
      {(key) => <KeyCard field={key} />}
    </QueryStates>
  )
}

function KeyCard({ field: { set } }: { field: FieldKey }) {
  const [replaces, setReplaces] = useState(false)
  return (
    <Card aria-labelledby="field-key" className={`stack ${styles.card}`}>
      <div className="stack tight">
        <div className="cluster">
          <h2 id="field-key">{words.title}</h2>
          <span className={classes('pill', set ? 'good' : 'info')}>{set ? words.isSet : words.notSet}</span>
        </div>
        <p className="muted pretty">{words.text}</p>
        <p className="small linked">
          <a href={words.create.to} target="_blank" rel="noopener noreferrer">
            {words.create.link}
          </a>
        </p>
      </div>
      {set && !replaces ? (
        <SetKey onReplace={() => setReplaces(true)} />
      ) : (
        <KeyForm isSet={set} onDone={() => setReplaces(false)} />
      )}
    </Card>
  )
}

function KeyForm({ isSet, onDone }: { isSet: boolean; onDone: () => void }) {
  const form = useContractForm({
    schema: FieldKeyForm,
    values: { api_key: '' },
    async submit({ api_key }, signal) {
      await saveFieldKey(api_key ?? '', signal)
      showToast({ text: words.saved, tone: 'good' })
      onDone()
      focusHeading()
    },
  })
  return (
    <Form form={form}>
      <SecretField field={form.field('api_key')} words={words} autoComplete="off" autoFocus={isSet} />
      <FormFailure form={form} />
      <div className="cluster">
        <Button type="submit" variant="main" busy={form.busy} disabled={form.values.api_key === ''}>
          {form.busy ? words.testing : words.save}
        </Button>
        {isSet && (
          <Button
            onClick={() => {
              onDone()
              focusHeading()
            }}
          >
            {googleSettingsWords.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

function SetKey({ onReplace }: { onReplace: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const { busy, error, submit } = useSubmit(async (_, signal) => {
    await saveFieldKey('', signal)
    showToast({ text: words.removed, tone: 'good' })
    // The button that opened the dialog is gone.
    focusHeading()
  })
  return (
    <div className="cluster">
      <Button onClick={onReplace}>{words.replace}</Button>
      <Button onClick={() => setRemoving(true)}>{words.remove}</Button>
      <ConfirmDialog
        open={isRemoving}
        danger
        title={words.removing.title}
        confirmLabel={words.removing.submit}
        cancelLabel={googleSettingsWords.cancel}
        busy={busy}
        error={error && errorSentence(error)}
        onConfirm={() => submit(undefined)}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removing.text}</p>
      </ConfirmDialog>
    </div>
  )
}
