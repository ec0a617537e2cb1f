import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react'
import { onAnalyseWish } from './analyse-request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { frameWords } from '#web/app/words.ts'
import type { AnalyseWrongProps } from './analyse-problem.lazy.tsx'
import { useAnalysis } from './use-analysis.ts'
import styles from './analyse-field.module.css'

const words = frameWords.analyse
const wrongId = 'analyse-wrong'

const Elapsed = lazyOr(
  () => import('./elapsed.lazy.tsx').then((file) => file.Elapsed),
  () => null,
)
const AnalyseWrong = lazyOr(() => import('./analyse-problem.lazy.tsx').then((file) => file.AnalyseWrong), Sentence)

/** Always ready in the top bar: an address in, its report out. Others fill it with `startAnalysing`. */
export function AnalyseField() {
  const { draft, wrong, since, type, submit, cancel, dismiss } = useAnalysis()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wrong) input.current?.focus()
  }, [wrong])

  useEffect(() =>
    onAnalyseWish((address, act) => {
      const field = input.current
      if (act === 'made') return address.endsWith(draft.trim()) && type('')
      if (act && since === null) return submit(address)
      if (since === null && !draft.startsWith(address)) type(address)
      field?.focus()
      field?.setSelectionRange(field.value.length, field.value.length)
    }),
  )

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    if (since) cancel()
    else if (wrong) dismiss()
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
        readOnly={since !== null}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? wrongId : undefined}
        onChange={(event) => type(event.target.value)}
        end={
          since ? (
            <>
              <Suspense fallback={null}>
                <Elapsed since={since} />
              </Suspense>
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
      {since && <span className={styles.bar} aria-hidden="true" />}
      {wrong && (
        <Suspense fallback={null}>
          <AnalyseWrong id={wrongId} wrong={wrong} onDismiss={dismiss} />
        </Suspense>
      )}
    </form>
  )
}

/** What stands under the field when the part for it could not be loaded. */
function Sentence({ id, wrong }: AnalyseWrongProps) {
  return (
    <p id={id} role="alert">
      {wrong.sentence}
    </p>
  )
}
