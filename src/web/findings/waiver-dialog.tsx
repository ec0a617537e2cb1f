import { type ReactNode, useId, useState } from 'react'
import { readForm } from '#contract/forms/form.ts'
import { WaiverWords } from '#contract/forms/waiver-words.ts'
import { maxWaiverReason, todayInUtc } from '#contract/waivers.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { findingWords as words } from './finding-words.ts'

/** Where a waiver can apply. `target` is empty for the whole website. */
export type WaiverPlace = { scope: 'page' | 'group' | 'website'; target: string; label: string }

type WaiverDialogProps = {
  name: string
  places: readonly WaiverPlace[]
  onSubmit: (place: WaiverPlace, words: { reason: string; expires_on: string }) => Promise<void>
  onClose: () => void
}

/** Asks where, why and until when an issue is none. */
export function WaiverDialog({ name, places, onSubmit, onClose }: WaiverDialogProps) {
  const [at, setAt] = useState('0')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const { busy, error, form, submit, refuse, fieldError, clear } = useSubmit(
    async (typed: { reason: string; expires_on: string }) => {
      const place = places[Number(at)]
      if (place) await onSubmit(place, typed)
      onClose()
    },
  )
  const send = () => {
    const { problems } = readForm(WaiverWords, { reason, expires_on: until })
    if (problems.length === 0) submit({ reason: reason.trim(), expires_on: until })
    else if (problems.some(({ field }) => field === 'reason')) refuse('reason', words.wrongReason)
    else refuse('expires_on', words.wrongUntil)
  }
  const wrong = { reason: fieldError('reason'), until: fieldError('expires_on') }
  return (
    <FormDialog title={words.waiverTitle(name)} submit={words.waive} {...{ busy, form, send, onClose }}>
      <p>{words.waiverLead}</p>
      {places.length > 1 && (
        <Select
          label={words.where}
          value={at}
          options={places.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={setAt}
        />
      )}
      <Field label={words.reason} hint={words.reasonHint} error={wrong.reason}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            maxLength={2 * maxWaiverReason}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              clear()
            }}
          />
        )}
      </Field>
      <Field label={words.until} hint={words.untilHint} error={wrong.until}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            min={todayInUtc()}
            value={until}
            onChange={(event) => {
              setUntil(event.target.value)
              clear()
            }}
          />
        )}
      </Field>
      {error && !wrong.reason && !wrong.until && <p role="alert">{errorSentence(error)}</p>}
    </FormDialog>
  )
}

type FormDialogProps = {
  title: string
  submit: string
  busy: boolean
  form: React.RefObject<HTMLFormElement | null>
  send: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form. */
export function FormDialog({ title, submit, busy, form, send, onClose, children }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={id} variant="main" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
