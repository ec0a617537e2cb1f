import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import { asApiError } from '#web/data/api-error.ts'
import { useKeptDraft, useRestoredDraft } from '#web/data/stored-drafts.ts'
import { type ContractForm, useContractForm, type Values } from './use-contract-form.ts'

type Options<Stored, Input extends Values, Output> = {
  /** The record as loaded last. */
  stored: Stored
  valuesOf: (record: Stored) => Input
  schemaOf: (record: Stored) => z.ZodType<Output>
  /** Saves over `base` alone: throws `conflict` if someone else changed the record. Returns it as saved. */
  save: (read: Output, base: Stored, signal: AbortSignal) => Promise<Stored>
  /** Called once nothing is unsaved any more, so that it can leave the page. */
  onSaved?: (read: Output) => void
  /** Reads the record again after a conflict. */
  reload: () => Promise<Stored>
  /** By default, compares all values. */
  isChanged?: (base: Stored, values: Input) => boolean
  /** Identifies the form while the page reloads itself. */
  name: string
  /** True if changes survive every reload. None with a password may. */
  survives?: boolean
}

export type RecordForm<Stored, Input extends Values> = ContractForm<Input> & {
  /** The version that the changes began with. Saving over any other is a conflict. */
  base: Stored
  isChanged: boolean
  /** The record as someone else changed it in the meantime. */
  conflict: Stored | null
  /** Drops the changes. */
  discard: () => void
}

/**
 * The state of a form that changes a stored record. Shows the record as loaded until the first change, and the input
 * from then on, also after a conflict or when the page reloads itself.
 */
export function useRecordForm<Stored, Input extends Values, Output>(
  options: Options<Stored, Input, Output>,
): RecordForm<Stored, Input> {
  const { stored, valuesOf, schemaOf, save, reload, name } = options
  const restored = useRestoredDraft<{ base: Stored; values: Input }>(name)
  const [base, setBase] = useState(restored?.base ?? stored)
  const [conflict, setConflict] = useState<Stored | null>(null)
  const form = useContractForm({
    schema: schemaOf(base),
    values: restored?.values ?? valuesOf(base),
    async submit(read: Output, signal) {
      setConflict(null)
      try {
        const saved = await save(read, base, signal)
        // The guard against losing changes must have seen this before `onSaved` leaves the page.
        flushSync(() => show(saved))
        options.onSaved?.(read)
      } catch (thrown) {
        if (asApiError(thrown).kind !== 'conflict') throw thrown
        // Without the record as it is now, the conflict is the error.
        const now = await reload().catch(() => Promise.reject(thrown))
        setBase(now)
        setConflict(now)
      }
    },
  })
  const { reset, values } = form
  const isChanged = options.isChanged
    ? options.isChanged(base, values)
    : Object.entries(valuesOf(base)).some(([field, value]) => String(value) !== String(values[field]))

  useKeptDraft(name, isChanged ? { base, values } : null, options.survives)

  function show(record: Stored) {
    setBase(record)
    setConflict(null)
    reset(valuesOf(record))
  }
  const followed = useRef(stored)
  useEffect(() => {
    if (stored === followed.current || isChanged || conflict) return
    followed.current = stored
    setBase(stored)
    reset(valuesOf(stored))
  }, [stored, isChanged, conflict, reset, valuesOf])

  return {
    ...form,
    base,
    isChanged,
    conflict,
    discard() {
      form.clear()
      show(base)
    },
  }
}
