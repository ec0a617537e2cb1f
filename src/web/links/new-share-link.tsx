import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod'
import { dayMs } from '#contract/format/dates.ts'
import { flagField, refusal, withMessages } from '#contract/forms/form.ts'
import { linkOptionMessages, LinkOptions, type LinkTarget } from '#contract/forms/link-form.ts'
import { readFixed } from '#contract/reports/what-if.ts'
import { type LinkLayout, linkLayouts, type LinkMode, linkModes, type NewLink } from '#contract/sharing/links.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { CheckboxField, DateField, Fields, SegmentsField, SelectField, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { PasswordField } from '#web/forms/password-field.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, copyText, richLink } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { formatAbsolute } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { createLink, revokeLink } from './mutations.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { ShareOptions } from './share-options.tsx'
import { linksWords, sharingWords as words } from './words.ts'
import styles from './share-dialog.module.css'

type NewShareLinkProps = {
  target: LinkTarget
  /** The layout that is chosen at first. */
  layout?: LinkLayout | undefined
  /** True if the target has lists with Google's figures. */
  hasClicks: boolean
  /** The URL on screen, whose plan the link opens with. */
  url: string
  name: string
  title: string
  /** Creates the link at once, with the options that the form has at first. */
  isAtOnce: boolean
  cancelLabel: string
  onCancel: () => void
  onClose: () => void
  /** Shown below the form. */
  children?: ReactNode
}

type Created = { link: NewLink; values: Draft; isCopied: boolean }

/** Creates a share link, copies its URL, then shows it. Its options can be changed, which replaces the link. */
export function NewShareLink({ url, name, layout = 'page', onClose, ...form }: NewShareLinkProps) {
  const [created, setCreated] = useState<Created | null>(null)
  const [isChanging, setChanging] = useState(false)
  const replaced = isChanging ? created : null
  if (created && !isChanging)
    return <CreatedLink {...created} name={name} onChange={() => setChanging(true)} onClose={onClose} />
  return (
    <OptionsForm
      key={replaced?.link.id}
      {...form}
      {...(replaced && { title: words.changeTitle, cancelLabel: words.back, onCancel: () => setChanging(false) })}
      isAtOnce={form.isAtOnce && replaced === null}
      isReplacing={replaced !== null}
      values={replaced?.values ?? { ...initialValues, layout }}
      onCreated={async (made, values) => {
        const link = { ...made, url: withPlan(made, url) }
        // Some browsers refuse it so long after the click. Then there is the button.
        const isCopied = await copyText(link.url, richLink(link.url, link.label || name))
        setCreated({ link, values, isCopied })
        setChanging(false)
        if (replaced) await revokeReplaced(replaced.link)
      }}
      onClose={onClose}
    />
  )
}

/** The new link works in any case, so a failure is only told. */
async function revokeReplaced({ id }: NewLink) {
  try {
    await revokeLink(id)
  } catch (thrown) {
    showToast({ text: `${words.stillWorks} ${errorSentence(asApiError(thrown))}`, tone: 'bad' })
  }
}

const expiries = ['7', '30', '90', 'date', 'never'] as const
type Expiry = (typeof expiries)[number]

const modeOptions = linkModes.map((value) => ({ value, label: words.modes[value] }))
const layoutOptions = linkLayouts.map((value) => ({ value, label: words.layouts[value] }))
const expiryOptions = expiries.map((value) => ({ value, label: words.expiries[value] }))

const initialValues = {
  mode: 'live' as LinkMode,
  label: '',
  expiry: '30' as Expiry,
  /** The typed date, which counts if `expiry` is `date`. */
  expires_at: '',
  can_check: false,
  clicks: false,
  requires_password: false,
  password: '',
}
type Draft = typeof initialValues & { layout: LinkLayout }

/** The options as a person chooses them. */
const LinkDraft = withMessages(
  z
    .preprocess(
      (fields) => {
        const { expiry, expires_at: date = '', ...others } = fields as Record<string, string>
        const time = expiryTime(expiry as Expiry, date)
        return { ...others, expires_at: time === undefined ? 'no date' : (time ?? '') }
      },
      LinkOptions.extend({ requires_password: flagField }),
    )
    .superRefine(({ requires_password, password }, { issues }) => {
      if (requires_password && !password) issues.push(refusal('required', password, { path: ['password'] }))
    }),
  { ...linkOptionMessages, expires_at: words.dateMissing },
)

type FormProps = Omit<NewShareLinkProps, 'url' | 'name' | 'layout'> & {
  values: Draft
  isReplacing: boolean
  onCreated: (link: NewLink, values: Draft) => Promise<void>
}

function OptionsForm({ target, values, hasClicks, isAtOnce, isReplacing, onCreated, children, ...dialog }: FormProps) {
  const form = useContractForm({
    schema: LinkDraft,
    values,
    async submit({ requires_password: requiresPassword, ...options }) {
      const password = requiresPassword ? options.password : undefined
      const isReportPage = options.layout === 'page' && target.kind === 'report'
      const link = await createLink({
        ...(isReportPage ? { ...target, compare_id: undefined } : target),
        ...options,
        password,
        can_check: (options.can_check && offersChecks) || undefined,
        clicks: (options.clicks && offersClicks) || undefined,
      })
      if (!('url' in link)) throw new ApiError('invalid', words.lostUrl)
      await onCreated(link, form.values)
    },
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (!isAtOnce || isStarted.current) return
    isStarted.current = true
    form.submit()
  })
  const { layout, mode, requires_password: requiresPassword } = form.values
  const offersChecks = target.kind === 'report' && mode === 'live' && layout === 'page'
  const offersClicks = hasClicks && layout === 'page'
  const label = form.field('label')
  return (
    <FormDialog {...dialog} form={form} submitLabel={isReplacing ? words.replace : words.create}>
      {isReplacing && <p>{words.replaceText}</p>}
      <div className={`stack tight ${styles.mode}`}>
        <SegmentsField field={form.field('layout')} label={words.layout} options={layoutOptions} />
        <p className="faint tiny">{words.layoutHint[layout]}</p>
      </div>
      <SelectField field={form.field('expiry')} label={words.expiry} options={expiryOptions} />
      {form.values.expiry === 'date' && <DateField field={form.field('expires_at')} label={words.date} />}
      <details className="reveal" open={isReplacing || undefined}>
        <summary>{words.moreOptions}</summary>
        <div className="stack">
          {target.kind === 'report' && (
            <div className={`stack tight ${styles.mode}`}>
              <SegmentsField field={form.field('mode')} label={words.mode} options={modeOptions} />
              <p className="faint tiny">{words.modeHint[mode]}</p>
            </div>
          )}
          <Fields
            form={form}
            controls={{
              label: <TextField field={label} hint={layout === 'document' ? words.titleHint : label.hint} />,
            }}
          />
          {offersChecks && (
            <CheckboxField field={form.field('can_check')} label={words.canCheck} hint={words.canCheckHint} />
          )}
          {offersClicks && (
            <CheckboxField field={form.field('clicks')} label={words.showClicks} hint={words.showClicksHint} />
          )}
          <CheckboxField field={form.field('requires_password')} label={words.requirePassword} />
          {requiresPassword && <PasswordField field={form.field('password')} domain="" isSet={false} />}
        </div>
      </details>
      {children}
    </FormDialog>
  )
}

/**
 * Returns the expiry as an ISO time, null for never, or undefined if `date` is not a day from today on, as YYYY-MM-DD
 * in the user's time zone.
 */
export function expiryTime(expiry: Expiry, date: string, now = Date.now()): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayMs).toISOString()
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  const endOfDay = new Date(year, month - 1, day, 23, 59, 59)
  return Number.isNaN(endOfDay.getTime()) || endOfDay.getTime() <= now ? undefined : endOfDay.toISOString()
}

/** Returns the URL of a share link with the plan of the page on screen. Client reports have no plans. */
export function withPlan({ url, layout }: Pick<NewLink, 'url' | 'layout'>, shown: string): string {
  const params = new URLSearchParams(shown.split('?')[1])
  const fixed = readFixed(params.get('fixed') ?? '')
  if (fixed.length === 0 || layout === 'document') return url
  const tab = params.get('tab') === 'issues' ? 'tab=issues&' : ''
  return `${url}?${tab}fixed=${fixed.map(encodeURIComponent).join(',')}`
}

type CreatedLinkProps = Created & { name: string; onChange: () => void; onClose: () => void }

/**
 * Shows the URL of a new link and offers to copy its password, to change its options and to revoke it. Neither URL nor
 * password can be shown again later.
 */
function CreatedLink({ link, values, isCopied, name, onChange, onClose }: CreatedLinkProps) {
  const [isRevoking, setRevoking] = useState(false)
  const expires = link.expires_at && formatAbsolute(new Date(link.expires_at))
  if (isRevoking) return <RevokeDialog link={link} onRevoked={onClose} onClose={() => setRevoking(false)} />
  return (
    <Dialog
      open
      title={words.createdTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Notice role="status" tone={isCopied ? 'good' : 'decent'}>
        {isCopied ? words.copiedOnce : words.shownOnce}
      </Notice>
      <ShareOptions url={link.url} name={link.label || name} />
      {link.has_password && (
        <CopyButton text={values.password} label={words.copyPassword} doneLabel={words.passwordCopied} />
      )}
      <p>
        {words.layouts[link.layout]}. {words.worksUntil(expires)} {link.has_password && words.separatePassword}
      </p>
      <div className="cluster">
        <Button onClick={onChange}>{words.change}</Button>
        <Button icon="trash" onClick={() => setRevoking(true)}>
          {linksWords.revoke}
        </Button>
        <Link to={paths.links()}>{words.seeAll}</Link>
      </div>
    </Dialog>
  )
}
