import { useId, useState } from 'react'
import { dayMs } from '#contract/format/dates.ts'
import { fieldsOf, readForm } from '#contract/forms/form.ts'
import { type LinkTarget, type NewLinkFields, LinkOptions } from '#contract/forms/link-form.ts'
import { readFixed } from '#contract/reports/what-if.ts'
import {
  type LinkLayout,
  linkLayouts,
  type LinkMode,
  linkModes,
  maxLinkLabel,
  type NewLink,
} from '#contract/sharing/links.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { PasswordField } from '#web/privacy/password-field.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Segments, Select, TextInput } from '#web/ui/inputs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CreatedLink, type CreatedLinkProps } from './created-link.tsx'
import { createLink } from './mutations.ts'
import { sharingWords as words } from './words.ts'
import styles from './share-dialog.module.css'

type NewShareLinkProps = {
  target: LinkTarget
  /** The URL on screen, whose plan the link opens with. */
  url: string
  name: string
  onBack: () => void
  onClose: () => void
}

/** Creates a share link, then shows its URL. */
export function NewShareLink({ target, url, name, onBack, onClose }: NewShareLinkProps) {
  const [created, setCreated] = useState<Omit<CreatedLinkProps, 'name' | 'onClose'> | null>(null)
  return created ? (
    <CreatedLink {...created} name={name} onClose={onClose} />
  ) : (
    <Form
      target={target}
      onCreated={(link, password) => setCreated({ link: { ...link, url: withPlan(link, url) }, password })}
      onBack={onBack}
      onClose={onClose}
    />
  )
}

const expiries = ['7', '30', '90', 'date', 'never'] as const
type Expiry = (typeof expiries)[number]

const modeOptions = linkModes.map((value) => ({ value, label: words.modes[value] }))
const layoutOptions = linkLayouts.map((value) => ({ value, label: words.layouts[value] }))
const expiryOptions = expiries.map((value) => ({ value, label: words.expiries[value] }))

type Values = {
  layout: LinkLayout
  mode: LinkMode
  label: string
  expiry: Expiry
  /** The value of a date input, which counts if `expiry` is `date`. */
  date: string
  canCheck: boolean
  requiresPassword: boolean
  password: string
}

const initialValues: Values = {
  layout: 'page',
  mode: 'live',
  label: '',
  expiry: '30',
  date: '',
  canCheck: false,
  requiresPassword: false,
  password: '',
}

type FormProps = {
  target: LinkTarget
  onCreated: (link: NewLink, password: string | undefined) => void
  onBack: () => void
  onClose: () => void
}

function Form({ target, onCreated, onBack, onClose }: FormProps) {
  const [values, setValues] = useState(initialValues)
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }))
  const { layout, mode, label, canCheck, requiresPassword, password } = values
  const offersChecks = target.kind === 'report' && mode === 'live' && layout === 'page'
  const { form, busy, fieldError, failure, refuse, clear, submit } = useSubmit(async (fields: NewLinkFields) => {
    const link = await createLink(fields)
    if (!('url' in link)) throw new ApiError('invalid', words.lostUrl)
    onCreated(link, fields.password)
  })
  const validate = () => {
    const fields = newLinkFields(target, { ...values, canCheck: canCheck && offersChecks })
    const problem = firstProblem(fields, values)
    if (problem) return refuse(problem.field, problem.sentence)
    // The server reports any other problem.
    submit(fields)
  }
  return (
    <FormDialog
      title={words.newTitle}
      submitLabel={words.create}
      cancelLabel={words.back}
      form={form}
      busy={busy}
      error={failure('label', 'expires_at', 'password')}
      onChange={clear}
      onSubmit={validate}
      onCancel={onBack}
      onClose={onClose}
    >
      <LayoutAndMode offersModes={target.kind === 'report'} values={values} onChange={set} />
      <Field
        label={words.label}
        hint={layout === 'document' ? words.titleHint : words.labelHint}
        error={fieldError('label')}
      >
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            value={label}
            onChange={(event) => set({ label: event.target.value })}
          />
        )}
      </Field>
      <ExpiryFields values={values} error={fieldError('expires_at')} onChange={set} />
      {offersChecks && (
        <Checkbox
          label={words.canCheck}
          hint={words.canCheckHint}
          checked={canCheck}
          onChange={(event) => set({ canCheck: event.target.checked })}
        />
      )}
      <Checkbox
        label={words.requirePassword}
        checked={requiresPassword}
        onChange={(event) => set({ requiresPassword: event.target.checked })}
      />
      {requiresPassword && (
        <PasswordField
          domain=""
          password={password}
          isSet={false}
          error={fieldError('password')}
          onChange={(typed) => set({ password: typed })}
        />
      )}
    </FormDialog>
  )
}

/** The fields of the link to create. Without `expires_at` it never expires, or the date is missing. */
function newLinkFields(target: LinkTarget, values: Values): NewLinkFields {
  const { layout, mode, label, expiry, date, canCheck, requiresPassword, password } = values
  return {
    ...(layout === 'page' && target.kind === 'report' ? { ...target, compare_id: undefined } : target),
    mode,
    layout,
    label: label.trim(),
    expires_at: expiryTime(expiry, date) ?? undefined,
    password: requiresPassword ? password : undefined,
    can_check: canCheck || undefined,
  }
}

/** The first invalid field, and what is wrong with it. */
function firstProblem(fields: NewLinkFields, { expiry }: Values): { field: string; sentence: string } | null {
  const { problems } = readForm(LinkOptions, fieldsOf(fields))
  const isTooLong = (name: string) => problems.some(({ field, code }) => field === name && code === 'too_long')
  if (isTooLong('label')) return { field: 'label', sentence: words.labelTooLong(maxLinkLabel) }
  if (expiry !== 'never' && !fields.expires_at) return { field: 'expires_at', sentence: words.dateMissing }
  if (fields.password === '') return { field: 'password', sentence: words.passwordMissing }
  if (isTooLong('password')) return { field: 'password', sentence: words.passwordTooLong }
  return null
}

type FieldsProps = { values: Values; onChange: (change: Partial<Values>) => void }

/** What the link opens, and whether it follows later reports. */
function LayoutAndMode({ offersModes, values: { layout, mode }, onChange }: FieldsProps & { offersModes: boolean }) {
  const id = useId()
  return (
    <>
      <div className={styles.mode}>
        <Segments
          legend={words.layout}
          name={`${id}-layout`}
          value={layout}
          options={layoutOptions}
          onChange={(chosen) => onChange({ layout: chosen })}
        />
        <p>{words.layoutHint[layout]}</p>
      </div>
      {offersModes && (
        <div className={styles.mode}>
          <Segments
            legend={words.mode}
            name={`${id}-mode`}
            value={mode}
            options={modeOptions}
            onChange={(chosen) => onChange({ mode: chosen })}
          />
          <p>{words.modeHint[mode]}</p>
        </div>
      )}
    </>
  )
}

const ExpiryFields = ({ values: { expiry, date }, error, onChange }: FieldsProps & { error: string | undefined }) => (
  <>
    <div className={styles.row}>
      <Select
        label={words.expiry}
        value={expiry}
        options={expiryOptions}
        onChange={(chosen) => onChange({ expiry: chosen })}
      />
    </div>
    {expiry !== 'date' && error && <Notice tone="bad">{error}</Notice>}
    {expiry === 'date' && (
      <Field label={words.date} error={error}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            min={dateValue()}
            value={date}
            onChange={(event) => onChange({ date: event.target.value })}
          />
        )}
      </Field>
    )}
  </>
)

/**
 * Returns the expiry as an ISO time, null for never, or undefined if `date` (the value of a date input) is not a date
 * from today on.
 */
export function expiryTime(expiry: Expiry, date: string, now = Date.now()): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayMs).toISOString()
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  const endOfDay = new Date(year, month - 1, day, 23, 59, 59)
  return Number.isNaN(endOfDay.getTime()) || endOfDay.getTime() <= now ? undefined : endOfDay.toISOString()
}

/** Returns a day in the user's time zone as a date input writes it: `2026-11-30`. */
export function dateValue(day = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Returns the URL of a share link with the plan of the page on screen. Client reports have no plans. */
export function withPlan({ url, layout }: Pick<NewLink, 'url' | 'layout'>, shown: string): string {
  const params = new URLSearchParams(shown.split('?')[1])
  const fixed = readFixed(params.get('fixed') ?? '')
  if (fixed.length === 0 || layout === 'document') return url
  const tab = params.get('tab') === 'issues' ? 'tab=issues&' : ''
  return `${url}?${tab}fixed=${fixed.map(encodeURIComponent).join(',')}`
}
