import { useId, useState } from 'react'
import { fieldsOf, readForm } from '#contract/forms/form.ts'
import { type LinkTarget, type NewLinkFields, NewLinkForm as newLinkForm } from '#contract/forms/link-form.ts'
import { type LinkMode, linkModes, maxLinkLabel, type NewLink } from '#contract/links.ts'
import { ApiError } from '#web/data/api-error.ts'
import { makeLink } from './queries.ts'
import { PasswordField } from '#web/websites/password-field.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { sharingWords as words } from './words.ts'
import { endOf, expiries, type Expiry, today } from './expiry.ts'
import styles from './sharing.module.css'

type NewLinkFormProps = { target: LinkTarget; onMade: (link: NewLink) => void; onBack: () => void; onClose: () => void }

const modes = linkModes.map((value) => ({ value, label: words.modes[value] }))
const ends = expiries.map((value) => ({ value, label: words.expiries[value] }))
const known = ['label', 'expires_at', 'password']

/** Asks what a link that opens without a key is to show, until when, and whether for a password. */
export function NewLinkForm({ target, onMade, onBack, onClose }: NewLinkFormProps) {
  const id = useId()
  const [mode, setMode] = useState<LinkMode>('live')
  const [label, setLabel] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [date, setDate] = useState('')
  const [asks, setAsks] = useState(false)
  const [password, setPassword] = useState('')
  const { form, busy, error, fieldError, refuse, clear, submit } = useSubmit(async (fields: NewLinkFields) => {
    const made = await makeLink(fields)
    if (!('url' in made)) throw new ApiError('invalid', words.unseen)
    onMade(made)
  })
  const check = () => {
    const end = endOf(expiry, date)
    const fields = {
      ...target,
      mode,
      label: label.trim(),
      expires_at: end ?? undefined,
      password: asks ? password : undefined,
    }
    const { problems } = readForm(newLinkForm, fieldsOf(fields))
    const isTooLong = (name: string) => problems.some(({ field, code }) => field === name && code === 'too_long')
    if (isTooLong('label')) return refuse('label', words.labelTooLong(maxLinkLabel))
    if (end === undefined) return refuse('expires_at', words.dateMissing)
    if (asks && password === '') return refuse('password', words.passwordMissing)
    if (isTooLong('password')) return refuse('password', words.passwordTooLong)
    // The server words any other problem.
    submit(fields)
  }
  const general = error && !known.some((field) => fieldError(field)) ? error : null
  return (
    <Dialog
      open
      title={words.newTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{words.back}</Button>
          <Button type="submit" form={id} variant="main" busy={busy}>
            {words.make}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={styles.form}
        noValidate
        onChange={clear}
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        {target.kind === 'report' && (
          <div className={styles.mode}>
            <Segments legend={words.opens} name={`${id}-mode`} value={mode} options={modes} onChange={setMode} />
            <p>{words.modeHint[mode]}</p>
          </div>
        )}
        <Field label={words.label} hint={words.labelHint} error={fieldError('label')}>
          {(aria) => (
            <TextInput
              {...aria}
              data-autofocus
              autoComplete="off"
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <div className={styles.row}>
          <Select label={words.expiry} value={expiry} options={ends} onChange={setExpiry} />
        </div>
        {expiry !== 'date' && fieldError('expires_at') && <Notice tone="bad">{fieldError('expires_at')}</Notice>}
        {expiry === 'date' && (
          <Field label={words.date} error={fieldError('expires_at')}>
            {(aria) => (
              <TextInput
                {...aria}
                type="date"
                min={today()}
                value={date}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
          </Field>
        )}
        <Checkbox label={words.askPassword} checked={asks} onChange={(event) => setAsks(event.target.checked)} />
        {asks && (
          <PasswordField
            domain=""
            password={password}
            isSet={false}
            error={fieldError('password')}
            onChange={setPassword}
          />
        )}
      </form>
      {general && (
        <div role="alert">
          <Notice tone="bad">{errorSentence(general)}</Notice>
        </div>
      )}
    </Dialog>
  )
}
