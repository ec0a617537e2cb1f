import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
  type UseFormRegisterReturn,
  type UseFormReset,
} from 'react-hook-form'
import type * as z from 'zod'
import { labelledFields, messageOf, readForm, textOf } from '#contract/forms/form.ts'
import type { ApiError } from '#web/data/api-error.ts'
import { useKeptDraft, useRestoredDraft } from '#web/data/stored-drafts.ts'
import { useSubmit } from '#web/data/use-submit.ts'

/** The values of a form: text, choices and checkboxes. */
export type Values = Record<string, string | boolean | string[]>

/** A field as controls take it. */
export type FormField<Value = string> = {
  name: string
  label: string
  hint: string | undefined
  value: Value
  error: string | undefined
  /** The attributes of its input. `setValueAs` turns its value into the text that is sent. */
  register: (options?: { setValueAs?: (typed: string) => string; onChange?: () => void }) => UseFormRegisterReturn
  set: (value: Value) => void
}

export type FormState = {
  element: RefObject<HTMLFormElement | null>
  busy: boolean
  error: ApiError | null
  /** The failure, if no field shows it. */
  failure: string | null
  submit: () => void
  /** Removes the server's errors once something changes. */
  clear: () => void
}

export type ContractForm<Input extends Values> = FormState & {
  values: Input
  field: <Name extends keyof Input & string>(name: Name) => FormField<Widened<Input[Name]>>
  /** Shows an error at a field before anything is sent, such as with a file that can't be read. */
  refuse: (name: keyof Input & string, sentence: string) => void
  /** The fields that have a label in the form's record, in its order. */
  labelled: FormField[]
  reset: UseFormReset<Input>
}

type Widened<Value> = Value extends boolean ? boolean : Value

type Options<Input extends Values, Output> = {
  /** A form of the contract, or one like it with messages of its own. */
  schema: z.ZodType<Output>
  /** The values at first. Labelled fields that are left out are empty. */
  values: Input
  /** Sends the parsed values. The form shows the error it throws, and keeps the input. */
  submit: (read: Output, signal: AbortSignal) => Promise<void>
  /**
   * Identifies a form whose input survives a reload of the page, until it is sent or closed. Without it, or with other
   * values at first, nothing is restored.
   */
  draft?: string
}

/**
 * The state of a form that a schema of the contract reads. Shows the message of each wrong field, also of those that
 * only the server finds, and gives the focus to the first. Runs `submit` once at a time, and aborts it with the form.
 */
export function useContractForm<Input extends Values, Output>({
  schema,
  values: initial,
  submit,
  draft = '',
}: Options<Input, Output>): ContractForm<Input> {
  const labels = labelledFields(schema)
  const [first] = useState(initial)
  const restored = useRestoredDraft<{ first: Input; values: Input }>(draft)
  const isSameForm = JSON.stringify(restored?.first) === JSON.stringify(first)
  const { clearErrors, control, handleSubmit, register, reset, setError, setValue, formState } = useForm<
    Input,
    unknown,
    Output
  >({
    resolver: resolverOf(schema),
    defaultValues: {
      ...Object.fromEntries(labels.map(({ name }) => [name, ''])),
      ...(restored && isSameForm ? restored.values : first),
    } as DefaultValues<Input>,
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = formState
  const { run, busy, error, failure, clear: clearFailure } = useSubmit(submit)
  const element = useRef<HTMLFormElement>(null)
  const [isShownAtField, setShownAtField] = useState(false)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  async function send(read: Output) {
    const fields = Object.entries((await run(read))?.fields ?? {})
    const shown = fields.filter(([name]) => element.current?.elements.namedItem(name))
    for (const [name, sentences] of shown) setError(name as Path<Input>, { message: sentences.join(' ') })
    setShownAtField(shown.length > 0 && shown.length === fields.length)
  }
  // Its plain result may lack values, because other forms can have no defaults.
  const values = useWatch({ control, compute: (given: Input) => given })
  const isTyped =
    draft !== '' && Object.entries(values).some(([name, value]) => textOf(value) !== textOf(first[name] ?? ''))
  useKeptDraft(draft, isTyped ? { first, values } : null, draft !== '')

  function clear() {
    clearFailure()
    clearErrors(Object.keys(error?.fields ?? {}) as Path<Input>[])
  }

  function fieldOf<Value>(name: string): FormField<Value> {
    const { label = '', hint } = labels.find((label) => label.name === name) ?? {}
    const path = name as Path<Input>
    return {
      name,
      label,
      hint,
      value: values[name] as Value,
      error: (errors as Record<string, { message?: string } | undefined>)[name]?.message,
      register: ({ onChange, ...options } = {}) =>
        register(path, {
          ...options,
          onChange() {
            clearErrors(path)
            onChange?.()
          },
        }),
      set(value) {
        clear()
        clearErrors(path)
        setValue(path, value as PathValue<Input, Path<Input>>, { shouldValidate: isSubmitted })
      },
    }
  }

  return {
    element,
    busy,
    error,
    failure: isShownAtField ? null : failure,
    values,
    field: (name) => fieldOf(name),
    labelled: labels.map(({ name }) => fieldOf(name)),
    refuse(name, sentence) {
      setError(name as string as Path<Input>, { message: sentence })
      setAttempts((count) => count + 1)
    },
    reset,
    clear,
    submit: () => void handleSubmit(send)().then(() => setAttempts((count) => count + 1)),
  }
}

/** Reads the text that would be sent, as the API does, and puts the codes of the schema's issues into words. */
function resolverOf<Input extends Values, Output>(schema: z.ZodType<Output>): Resolver<Input, unknown, Output> {
  return (values) => {
    const read = readForm(schema, allFieldsOf(values))
    if (read.values !== null) return { values: read.values, errors: {} }
    // Of several problems of a field, the first is shown.
    const errors = read.problems
      .toReversed()
      .map((problem) => [problem.field, { type: problem.code, message: messageOf(schema, problem) }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input> }
  }
}

/** The values as they are sent, with those that are empty. */
const allFieldsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
