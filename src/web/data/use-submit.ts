import { useEffect, useRef, useState } from 'react'
import { ApiError, asApiError } from './api-error.ts'

type SubmitState = { busy: boolean; error: ApiError | null }

/**
 * The life of a form: `submit` runs the action once at a time; what it throws becomes `error`, and the first wrong field
 * gets the focus. What was typed is never touched.
 */
export function useSubmit<Values>(action: (values: Values, signal: AbortSignal) => Promise<void>) {
  const [state, setState] = useState<SubmitState>({ busy: false, error: null })
  const running = useRef<AbortController>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (state.error) focusFirstWrong(form.current)
  }, [state.error])
  useEffect(() => () => running.current?.abort(), [])

  async function submit(values: Values) {
    if (running.current) return
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
  }

  return {
    ...state,
    form,
    submit: (values: Values) => void submit(values),
    /** The server's sentence about one field. */
    fieldError: (name: string) => state.error?.fields[name]?.join(' '),
    /** Shows an error found before anything was sent. */
    refuse: (field: string, sentence: string) =>
      setState({ busy: false, error: new ApiError('invalid', sentence, { fields: { [field]: [sentence] } }) }),
    clear: () => setState((now) => (now.error ? { ...now, error: null } : now)),
  }
}

/** Focuses the first field marked as wrong; false when there is none. */
export function focusFirstWrong(within: ParentNode | null) {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus()
  return Boolean(wrong)
}
