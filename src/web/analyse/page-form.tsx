import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { useStore } from '#web/ui/store.ts'
import { FieldNotices } from './analyse-notices.tsx'
import { useAnalyses } from './analyses.tsx'
import { cancel, change, changeDraft, submit } from './run-analyses.ts'
import { analyseWords as words } from './words.ts'
import styles from './analyse.module.css'

const problemId = 'analyse-problem'

/** The field in the top bar: takes a URL and opens its report. Other parts fill it. */
export function AnalyseField() {
  const analyses = useAnalyses()
  const { draft, problem, running, queue, fills } = useStore(analyses.state)
  const [fillsBefore] = useState(fills)
  const { openAddDialog } = useAnalyseRequests()
  const input = useRef<HTMLInputElement>(null)
  const isShown = running?.typed === draft

  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])

  useEffect(() => {
    const field = input.current
    if (!field || fills === fillsBefore) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [fills, fillsBefore])

  /** Opens the dialog for many pages with several lines. The browser would join them into one URL. */
  const pasteLines = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.trim().includes('\n')) return
    event.preventDefault()
    openAddDialog(text)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (isShown) cancel(analyses)
    else change(analyses, { problem: null })
  }

  return (
    <form
      className={`grow ${styles.form}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit(analyses, draft)
      }}
    >
      <TextInput
        ref={input}
        id="analyse-url"
        icon="globe"
        boxClassName={styles.box}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        aria-label={words.label}
        placeholder={words.placeholder}
        value={draft}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => changeDraft(analyses, event.target.value)}
        onPaste={pasteLines}
        end={
          <>
            <Button variant="plain" size="s" icon="plus" iconOnly onClick={() => openAddDialog(draft)}>
              {words.many}
            </Button>
            {isShown ? (
              <Button className={styles.go} onClick={() => cancel(analyses)}>
                {words.cancel}
              </Button>
            ) : (
              <Button type="submit" variant="main" className={styles.go}>
                {words.submit}
              </Button>
            )}
          </>
        }
      />
      {running && <span className={`running ${styles.bar}`} aria-hidden="true" />}
      {(problem || running || queue.length > 0) && <FieldNotices id={problemId} />}
    </form>
  )
}
