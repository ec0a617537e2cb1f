import { queryOptions, useQuery } from '@tanstack/react-query'
import { readForm } from '#contract/forms/form.ts'
import { RetentionDraft } from '#contract/forms/website-form.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Retention } from '#contract/websites/website.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { SegmentsField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { retentionWords as words } from './words.ts'

/** @param keep counts the reports that this setting would delete; null: the current one */
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

/** Sets the number of reports kept for each page. */
export function RetentionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(retentionQuery(id, null))
  if (data) return <KeptReportsForm id={id} stored={data.keep} onClose={onClose} />
  return (
    <Dialog open title={words.title} onClose={onClose} actions={<Button onClick={onClose}>{words.cancel}</Button>}>
      {error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height="6rem" />}
    </Dialog>
  )
}

export const ReadFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
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

type KeptReportsFormProps = { id: number; stored: number | null; onClose: () => void }

function KeptReportsForm({ id, stored, onClose }: KeptReportsFormProps) {
  const form = useContractForm({
    schema: RetentionDraft,
    values: {
      choice: (stored === null ? 'all' : 'last') as (typeof choices)[number],
      keep: String(stored ?? defaultKeep),
    },
    async submit(read, signal) {
      const fields = { keep: String(read.keep ?? '') }
      await currentClient().call('PUT', `/websites/${id}/retention`, { form: fields, signal })
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
      void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
      showToast({ text: words.saved })
      onClose()
    },
  })
  const { choice } = form.values
  const { values: read } = readForm(RetentionDraft, form.values)
  const keep = read?.keep ?? null
  const preview = useQuery({ ...retentionQuery(id, keep), enabled: keep !== null })
  const expired = choice === 'all' ? 0 : preview.data?.expired
  const isValid = read !== null
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={words.save(isValid ? (expired ?? 0) : 0)}
      cancelLabel={words.cancel}
      danger={Boolean(expired)}
      disabled={isValid && expired === undefined}
      onClose={onClose}
    >
      <SegmentsField field={form.field('choice')} label={words.keep} options={options} />
      {choice === 'last' && <TextField field={form.field('keep')} inputMode="numeric" />}
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
