import { type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useSecondsSince } from '#web/ui/use-countdown.ts'
import { useAnalyseRequest } from '#web/data/analyse-request.ts'
import { loadNotices, useAnalysis } from './use-analysis.ts'
import { analyseWords as words } from './words.ts'
import styles from './analyse-field.module.css'

const problemId = 'analyse-problem'

const ProblemNotice = lazyPart(() => loadNotices().then((file) => file.ProblemNotice))

/** The field in the top bar: takes a URL and opens its report. Other parts fill it with `startAnalysing`. */
export function AnalyseField() {
  const { draft, problem, startedAt, type, submit, cancel, dismiss } = useAnalysis()
  const input = useRef<HTMLInputElement>(null)
  const isRunning = startedAt !== null

  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])

  useAnalyseRequest(({ url, action }) => {
    if (action === 'run' && !isRunning) return submit(url)
    if (!isRunning && !draft.startsWith(url)) type(url)
    const field = input.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (isRunning) cancel()
    else if (problem) dismiss()
  }

  return (
    <form
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit(draft)
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
        readOnly={isRunning}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => type(event.target.value)}
        onPaste={pasteLines}
        end={
          isRunning ? (
            <>
              <Elapsed since={startedAt} />
              <Button className={styles.go} onClick={cancel}>
                {words.cancel}
              </Button>
            </>
          ) : (
            <Button type="submit" variant="main" className={styles.go}>
              {words.submit}
            </Button>
          )
        }
      />
      {isRunning && <span className={styles.bar} aria-hidden="true" />}
      {problem && (
        <Suspense fallback={null}>
          <ProblemNotice id={problemId} problem={problem} onDismiss={dismiss} />
        </Suspense>
      )}
    </form>
  )
}

/** Pastes several lines with spaces between them. The browser would join them into one URL. */
function pasteLines(event: ClipboardEvent) {
  const lines = event.clipboardData
    .getData('text')
    .trim()
    .split(/\s*\n\s*/)
  if (lines.length === 1) return
  event.preventDefault()
  document.execCommand('insertText', false, lines.join(' '))
}

/** The seconds since the analysis started, from the first whole second on. */
function Elapsed({ since }: { since: number }) {
  const seconds = useSecondsSince(since)
  if (seconds === 0) return null
  return (
    <span className={styles.elapsed}>
      <span>{words.running}</span> {words.seconds(seconds)}
    </span>
  )
}
