import { useEffect, useState } from 'react'
import { errorWords } from '#web/data/error-words.ts'
import { focusFirstWrong, useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { tryServer, type ServerTrial } from './try-server.ts'
import { signInWords as words } from './words.ts'

export type SignInFault = Exclude<ServerTrial, { wrong: null }>

/** What is wrong with the input. Has no field if no input can correct it, and no fault if it was not sent. */
export type SignInProblem = { field: 'address' | 'key' | null; sentence: string; fault?: SignInFault }

type Attempt = { address: string; key: string }

/**
 * The state of a sign-in form. `submit` tries the key on the server, then calls `onAccepted`, or shows the problem that
 * `describe` returns. `onAccepted` can return a problem of its own.
 */
export function useSignInAttempt(
  describe: (fault: SignInFault, attempt: Attempt) => SignInProblem,
  onAccepted: (attempt: Attempt) => Promise<SignInProblem | void>,
) {
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const { busy, form, submit } = useSubmit(async (attempt: Attempt, signal) => {
    setProblem(null)
    const trial = await tryServer(attempt.address, attempt.key, signal)
    if (signal.aborted) return
    setProblem(trial.wrong === null ? ((await onAccepted(attempt)) ?? null) : describe(trial, attempt))
  })
  useEffect(() => {
    if (problem) focusFirstWrong(form.current)
  }, [problem, form])
  return {
    busy,
    form,
    problem,
    submit,
    refuse: setProblem,
    clear: () => setProblem(null),
    fieldError: (field: SignInProblem['field']) => (problem?.field === field ? problem.sentence : undefined),
  }
}

/** A problem that no input can correct. */
export function ProblemNotice({ problem: { sentence, fault } }: { problem: SignInProblem }) {
  const detail = fault?.cause.detail
  return (
    <Notice
      role="alert"
      tone="bad"
      actions={
        detail && <CopyButton size="s" text={detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      }
    >
      {sentence}
    </Notice>
  )
}

type KeyInputProps = {
  value: string
  hint: string
  error: string | undefined
  autoFocus: boolean
  onChange: (key: string) => void
}

/** The input of an API key, which can be revealed. */
export function KeyInput({ value, hint, error, autoFocus, onChange }: KeyInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={words.label} hint={hint} error={error}>
      {(aria) => (
        <TextInput
          {...aria}
          autoFocus={autoFocus}
          type={shown ? 'text' : 'password'}
          icon="key"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          end={
            <Button variant="plain" size="s" icon="eye" iconOnly aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? words.hide : words.show}
            </Button>
          }
        />
      )}
    </Field>
  )
}
