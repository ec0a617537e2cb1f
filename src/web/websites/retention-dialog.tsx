import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '#contract/forms/form.ts'
import { RetentionForm } from '#contract/forms/website-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { maxKeptReports, Retention } from '#contract/websites/website.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Segments, TextInput } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { retentionWords as words } from './words.ts'

/** @param keep counts what would be deleted with this setting; null: the current one */
const retentionQuery = (id: number, keep: number | null) =>
  queryOptions({
    queryKey: [reader(), 'retention', id, keep],
    queryFn: ({ signal }) => {
      const path = `/websites/${id}/retention${keep === null ? '' : `?keep=${keep}`}`
      return currentClient().get(path, (body) => readItem(Retention, body), { signal })
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Sets how many reports of each page a website keeps. */
export function RetentionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(retentionQuery(id, null))
  if (data) return <KeptReports id={id} stored={data.keep} onClose={onClose} />
  return (
    <Dialog open title={words.title} onClose={onClose} actions={<Button onClick={onClose}>{words.cancel}</Button>}>
      {error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height="6rem" />}
    </Dialog>
  )
}

const ReadFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Notice
    tone="bad"
    actions={
      <Button size="s" icon="again" onClick={onRetry}>
        {errorWords.retry}
      </Button>
    }
  >
    {errorSentence(asApiError(error))}
  </Notice>
)

const choices = ['all', 'last'] as const
const options = choices.map((value) => ({ value, label: words.choices[value] }))
const defaultKeep = 10

function KeptReports({ id, stored, onClose }: { id: number; stored: number | null; onClose: () => void }) {
  const groupName = useId()
  const [choice, setChoice] = useState<(typeof choices)[number]>(stored === null ? 'all' : 'last')
  const [text, setText] = useState(String(stored ?? defaultKeep))
  const keep = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  const isValid = keep >= 1 && keep <= maxKeptReports
  const preview = useQuery({ ...retentionQuery(id, keep), enabled: choice === 'last' && isValid })
  const expired = choice === 'all' ? 0 : preview.data?.expired
  const { busy, form, fieldError, failure, refuse, clear, submit } = useSubmit(async (_: null, signal) => {
    const form = { keep: choice === 'all' ? '' : String(keep) }
    await currentClient().call('PUT', `/websites/${id}/retention`, { form, signal })
    void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
    void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
    showToast({ text: words.saved })
    onClose()
  })
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.save(isValid ? (expired ?? 0) : 0)}
      cancelLabel={words.cancel}
      danger={Boolean(expired)}
      disabled={isValid && expired === undefined}
      form={form}
      busy={busy}
      error={failure('keep')}
      onChange={clear}
      onSubmit={() =>
        choice === 'last' && !isValid
          ? refuse('keep', messageOf(RetentionForm, { field: 'keep', code: 'invalid_choice' }))
          : submit(null)
      }
      onClose={onClose}
    >
      <Segments legend={words.keep} name={groupName} value={choice} options={options} onChange={setChoice} />
      {choice === 'last' && (
        <Field label={words.number} hint={words.hint} error={fieldError('keep')}>
          {(aria) => (
            <TextInput
              {...aria}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
      <div role="status">
        {choice === 'all' ? (
          <p>{words.allText}</p>
        ) : !isValid ? null : preview.error && !preview.data ? (
          <ReadFailure error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <Notice tone={expired ? 'decent' : 'info'}>
            {expired === undefined ? words.counting : words.effect(expired)}
          </Notice>
        )}
      </div>
    </FormDialog>
  )
}
