import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { errorSentence, errorWords } from '#web/data/error-words.ts'
import { useNewWebsiteClient } from '#web/resources/new-website-client.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { useStore } from '#web/ui/store.ts'
import { useCountdown } from '#web/ui/use-timers.ts'
import { useAnalyses } from './analyses.tsx'
import { type AnalyseProblem, cancel, changeDraft, countField, submit } from './run-analyses.ts'
import { RunningAnalyses } from './running-analyses.tsx'
import { analyseWords as words, problemWords } from './words.ts'
import styles from './analyse.module.css'

/** Takes the URL of a page, shows the stages of its analysis, and opens its report. Other parts fill it. */
export function PageForm({ onClose }: { onClose?: () => void }) {
  const analyses = useAnalyses()
  const { draft, problem, running, queue } = useStore(analyses.state)
  const { openAddDialog } = useAnalyseRequests()
  const input = useRef<HTMLInputElement>(null)
  const isShown = running?.typed === draft
  const client = useNewWebsiteClient(draft)

  useEffect(() => countField(analyses), [analyses])
  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])

  /** Opens the list with several lines. The browser would join them into one URL. */
  const pasteLines = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.trim().includes('\n')) return
    event.preventDefault()
    openAddDialog(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isShown) return
    // The next one closes the dialog.
    event.stopPropagation()
    cancel(analyses)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (client.check()) submit(analyses, draft, client.clientId)
      }}
    >
      <Field label={words.label} error={problem && <Problem problem={problem} />}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            icon="globe"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            data-autofocus
            placeholder={words.placeholder}
            value={draft}
            onChange={(event) => changeDraft(analyses, event.target.value)}
            onPaste={pasteLines}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {problem && <ProblemActions problem={problem} />}
      {client.field}
      {(running || queue.length > 0) && <RunningAnalyses />}
      <div className={`cluster ${styles.actions}`}>
        {onClose && <Button onClick={onClose}>{isShown ? words.hide : words.close}</Button>}
        {isShown ? (
          <Button onClick={() => cancel(analyses)}>{words.cancel}</Button>
        ) : (
          <Button type="submit" variant="main">
            {words.submit}
          </Button>
        )}
      </div>
    </form>
  )
}

const errorOf = (problem: AnalyseProblem) => (problem === 'empty' ? null : problem)

function Problem({ problem }: { problem: AnalyseProblem }) {
  const error = errorOf(problem)
  const wait = useCountdown(error?.retryAt ?? null)
  return (
    <span role="alert">
      {error ? (error.fields['url']?.join(' ') ?? errorSentence(error)) : problemWords.empty}{' '}
      {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
    </span>
  )
}

/** What helps with a problem: a job, if the website is slow, and the details of a fault. */
function ProblemActions({ problem }: { problem: AnalyseProblem }) {
  const analyses = useAnalyses()
  const { openAddDialog } = useAnalyseRequests()
  const error = errorOf(problem)
  const isSlow = error?.code === 'slow_host'
  const detail = error?.kind === 'invalid' ? null : error?.detail
  if (!isSlow && !detail) return null
  return (
    <div className="cluster">
      {isSlow && (
        <Button size="s" onClick={() => openAddDialog(analyses.state.get().draft)}>
          {problemWords.inBackground}
        </Button>
      )}
      {detail && <CopyButton size="s" text={detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />}
    </div>
  )
}
