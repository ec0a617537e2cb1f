import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayMs } from '#contract/days.ts'
import { fieldsOf, readForm } from '#contract/forms/form.ts'
import type { LinkTarget, NewLinkFields } from '#contract/forms/link-form.ts'
import { LinkOptions } from '#contract/forms/link-options.ts'
import { type LinkLayout, linkLayouts, type LinkMode, linkModes, maxLinkLabel, type NewLink } from '#contract/links.ts'
import { supports } from '#contract/service-info.ts'
import { readFixed } from '#contract/what-if.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError } from '#web/data/api-error.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { PasswordField } from '#web/privacy/password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { formatAbsolute } from '#web/ui/time.ts'
import { createLink } from './link-mutations.ts'
import { ShareOptions } from './share-options.tsx'
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
  const [created, setCreated] = useState<Omit<CreatedProps, 'name' | 'onClose'> | null>(null)
  return created ? (
    <Created {...created} name={name} onClose={onClose} />
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

type FormProps = {
  target: LinkTarget
  onCreated: (link: NewLink, password: string | undefined) => void
  onBack: () => void
  onClose: () => void
}

function Form({ target, onCreated, onBack, onClose }: FormProps) {
  const id = useId()
  const { data: service } = useQuery(serviceInfoQuery())
  const [layout, setLayout] = useState<LinkLayout>('page')
  const [mode, setMode] = useState<LinkMode>('live')
  const [label, setLabel] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [date, setDate] = useState('')
  const [canCheck, setCanCheck] = useState(false)
  const [requiresPassword, setRequiresPassword] = useState(false)
  const [password, setPassword] = useState('')
  const offersChecks =
    target.kind === 'report' && mode === 'live' && layout === 'page' && supports(service, 'link_checks')
  const { form, busy, fieldError, failure, refuse, clear, submit } = useSubmit(async (fields: NewLinkFields) => {
    const link = await createLink(fields)
    if (!('url' in link)) throw new ApiError('invalid', words.lostUrl)
    onCreated(link, fields.password)
  })
  const validate = () => {
    const expiresAt = expiryTime(expiry, date)
    const fields = {
      ...(layout === 'page' && target.kind === 'report' ? { ...target, compare_id: undefined } : target),
      mode,
      layout,
      label: label.trim(),
      expires_at: expiresAt ?? undefined,
      password: requiresPassword ? password : undefined,
      can_check: canCheck && offersChecks ? true : undefined,
    }
    const { problems } = readForm(LinkOptions, fieldsOf(fields))
    const isTooLong = (name: string) => problems.some(({ field, code }) => field === name && code === 'too_long')
    if (isTooLong('label')) return refuse('label', words.labelTooLong(maxLinkLabel))
    if (expiresAt === undefined) return refuse('expires_at', words.dateMissing)
    if (requiresPassword && password === '') return refuse('password', words.passwordMissing)
    if (isTooLong('password')) return refuse('password', words.passwordTooLong)
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
      {supports(service, 'documents') && (
        <div className={styles.mode}>
          <Segments
            legend={words.layout}
            name={`${id}-layout`}
            value={layout}
            options={layoutOptions}
            onChange={setLayout}
          />
          <p>{words.layoutHint[layout]}</p>
        </div>
      )}
      {target.kind === 'report' && (
        <div className={styles.mode}>
          <Segments legend={words.mode} name={`${id}-mode`} value={mode} options={modeOptions} onChange={setMode} />
          <p>{words.modeHint[mode]}</p>
        </div>
      )}
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
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.row}>
        <Select label={words.expiry} value={expiry} options={expiryOptions} onChange={setExpiry} />
      </div>
      {expiry !== 'date' && fieldError('expires_at') && <Notice tone="bad">{fieldError('expires_at')}</Notice>}
      {expiry === 'date' && (
        <Field label={words.date} error={fieldError('expires_at')}>
          {(aria) => (
            <TextInput
              {...aria}
              type="date"
              min={dateValue()}
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
      )}
      {offersChecks && (
        <Checkbox
          label={words.canCheck}
          hint={words.canCheckHint}
          checked={canCheck}
          onChange={(event) => setCanCheck(event.target.checked)}
        />
      )}
      <Checkbox
        label={words.requirePassword}
        checked={requiresPassword}
        onChange={(event) => setRequiresPassword(event.target.checked)}
      />
      {requiresPassword && (
        <PasswordField
          domain=""
          password={password}
          isSet={false}
          error={fieldError('password')}
          onChange={setPassword}
        />
      )}
    </FormDialog>
  )
}

type CreatedProps = { link: NewLink; password: string | undefined; name: string; onClose: () => void }

/** Shows the URL of a new link and offers to copy its password. Neither can be shown again later. */
function Created({ link, password, name, onClose }: CreatedProps) {
  const expires = link.expires_at && formatAbsolute(new Date(link.expires_at))
  return (
    <Dialog
      open
      title={words.createdTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Notice role="status" tone="decent">
        {words.shownOnce}
      </Notice>
      <ShareOptions url={link.url} name={link.label || name} />
      {password && <CopyButton text={password} label={words.copyPassword} doneLabel={words.passwordCopied} />}
      <p>
        {words.worksUntil(expires)} {link.has_password && words.separatePassword}{' '}
        <Link to={paths.links()}>{words.seeAll}</Link>
      </p>
    </Dialog>
  )
}

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
