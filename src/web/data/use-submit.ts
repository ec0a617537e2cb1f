import { useEffect, useRef, useState } from 'react'
import { type ApiError, asApiError } from './api-error.ts'
import { errorSentence } from './error-words.ts'

type SubmitState = { busy: boolean; error: ApiError | null }

/** Runs an action, once at a time. Its failure becomes `error`. It is aborted with the component. */
export function useSubmit<Values>(action: (values: Values, signal: AbortSignal) => Promise<void>) {
  const [state, setState] = useState<SubmitState>({ busy: false, error: null })
  const running = useRef<AbortController>(null)
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
    failure: state.error && errorSentence(state.error),
    run,
    submit: (values: Values) => void run(values),
    clear: () => setState((now) => (now.error ? { ...now, error: null } : now)),
  }
}
