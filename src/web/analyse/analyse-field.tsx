import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { openAddDialog, setDraft, useAnalyseRequest, useDraft } from '#web/data/analyse-request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { useStore } from '#web/ui/store.ts'
import { FieldNotices } from './analyse-notices.tsx'
import { analyses, setAnalyses, cancel, submit, submitAll } from './run-analyses.ts'
import { analyseWords as words } from './words.ts'
import styles from './analyse.module.css'

const problemId = 'analyse-problem'

/** The field in the top bar: takes a URL and opens its report. Other parts fill it with `editUrl`. */
export function AnalyseField() {
  const draft = useDraft()
  const { problem, running, queue } = useStore(analyses)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isShown = running?.typed === draft

  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])

  useAnalyseRequest((request) => {
    if (request.action === 'queue') return submitAll(request.urls, navigate)
    const { url, action } = request
    if (action === 'run') {
      if (!running) setDraft(url)
      return submit(url, navigate)
    }
    if (!draft.startsWith(url)) type(url)
    const field = input.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (isShown) cancel()
    else setAnalyses({ problem: null })
  }

  return (
    <form
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit(draft, navigate)
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
        onChange={(event) => type(event.target.value)}
        onPaste={pasteLines}
        end={
          <>
            <Button variant="plain" size="s" icon="plus" iconOnly onClick={() => openAddDialog(draft)}>
              {words.many}
            </Button>
            {isShown ? (
              <Button className={styles.go} onClick={cancel}>
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
      {running && <span className={styles.bar} aria-hidden="true" />}
      {(problem || running || queue.length > 0) && <FieldNotices id={problemId} />}
    </form>
  )
}

function type(text: string) {
  setDraft(text)
  setAnalyses({ problem: null })
}

/** Opens the dialog for many pages with several lines. The browser would join them into one URL. */
function pasteLines(event: ClipboardEvent) {
  const text = event.clipboardData.getData('text')
  if (!text.trim().includes('\n')) return
  event.preventDefault()
  openAddDialog(text)
}
