import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCountdown } from '#web/forms/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { errorWords } from '#web/words/errors.ts'
import { frameWords } from '#web/words/frame.ts'
import { useAnalysis } from './use-analysis.ts'
import styles from './analyse-field.module.css'

const words = frameWords.analyse

/** Always ready in the top bar: an address in, its report out. Elsewhere it is found as `#analyse-url`. */
export function AnalyseField() {
  const { draft, wrong, since, type, submit, cancel, dismiss } = useAnalysis()
  const input = useRef<HTMLInputElement>(null)
  const wait = useCountdown(wrong?.retryAt ?? null)
  useEffect(() => {
    if (wrong) input.current?.focus()
  }, [wrong])

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
        submit()
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
        aria-describedby={wrong ? 'analyse-wrong' : undefined}
        onChange={(event) => type(event.target.value)}
        end={
          since ? (
            <>
              <Elapsed since={since} />
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
        <div className={styles.wrong}>
          <Icon name="warn" />
          <p id="analyse-wrong" role="alert">
            {wrong.sentence} {wait > 0 && <span aria-hidden="true">{errorWords.waitFor(wait)}</span>}
          </p>
          <Button variant="plain" size="s" icon="cross" iconOnly onClick={dismiss}>
            {words.dismiss}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Seconds since the analysis began, from the first whole one on. */
function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250)
    return () => clearInterval(timer)
  }, [since])
  if (seconds === 0) return null
  return (
    <span className={styles.elapsed}>
      <span>{words.running}</span> {words.seconds(seconds)}
    </span>
  )
}
