import { useEffect, useRef, useState } from 'react'
import { ApiError, asApiError } from './api-error.ts'
import { errorSentence } from './error-words.ts'

type SubmitState = { busy: boolean; error: ApiError | null }

/**
 * A form's submission: `submit` runs the action, one at a time. What it throws becomes `error`, and the first invalid
 * field gets the focus. The values are never changed.
 */
export function useSubmit<Values>(action: (values: Values, signal: AbortSignal) => Promise<void>) {
  const [state, setState] = useState<SubmitState>({ busy: false, error: null })
  const running = useRef<AbortController>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (state.error) focusFirstWrong(form.current)
  }, [state.error])
  useEffect(() => () => running.current?.abort(), [])

  /** Returns the error, or null. */
  async function run(values: Values): Promise<ApiError | null> {
    if (running.current) return null
    const control = new AbortController()
    running.current = control
    setState({ busy: true, error: null })
    let error: ApiError | null = null
    try {
      await action(values, control.signal)
    } catch (thrown) {
      error = asApiError(thrown)
    }
    running.current = null
    if (!control.signal.aborted || error?.kind !== 'aborted') setState({ busy: false, error })
    return error
  }

  return {
    ...state,
    form,
    run,
    submit: (values: Values) => void run(values),
    /** The server's message for one field. */
    fieldError: (name: string) => state.error?.fields[name]?.join(' '),
    /** What went wrong, unless one of `fields`, which show their own messages, is the reason. */
    failure: (...fields: string[]) =>
      state.error && !fields.some((name) => state.error?.fields[name]) ? errorSentence(state.error) : null,
    /** Shows an error found before sending. */
    refuse: (field: string, sentence: string) =>
      setState({ busy: false, error: new ApiError('invalid', sentence, { fields: { [field]: [sentence] } }) }),
    clear: () => setState((now) => (now.error ? { ...now, error: null } : now)),
  }
}

/** Focuses the first invalid field; false if there is none. */
export function focusFirstWrong(within: ParentNode | null) {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus()
  return Boolean(wrong)
}
