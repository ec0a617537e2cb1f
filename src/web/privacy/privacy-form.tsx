import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { changeAccess, type Consequence, passwordIsSet, websiteDraft } from '#contract/forms/website-form.ts'
import { type AnyWebsite, privacies, privacyLabels, privacyValues } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { OwnService } from '#web/data/service.ts'
import { CheckboxField, GroupError } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import { PasswordField } from '#web/forms/password-field.tsx'
import { isGenerated } from '#web/forms/password.ts'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { newPasswordWords } from '#web/forms/words.ts'
import { identityQuery } from '#web/identity/queries.ts'
import { linkQueries } from '#web/resources/link-queries.ts'
import { websitePath, websiteQueries } from '#web/resources/websites.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { formatShort } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { updateWebsite } from './mutations.ts'
import { privacyIcons } from './privacy-link.tsx'
import { privacyWords as words } from './words.ts'
import styles from './privacy.module.css'

/** `privacy` is empty until it is chosen, if the server doesn't report it. */
export type PrivacyValues = { privacy: string; password: string; findable: boolean }

const valuesOf = ({ privacy, findable }: AnyWebsite): PrivacyValues => ({
  privacy: String(privacy ?? ''),
  password: '',
  findable: findable ?? false,
})

/** Returns the changes of `values`. A password left over from another choice changes nothing. */
function changeOf(website: AnyWebsite, { privacy: chosen, password, findable }: PrivacyValues) {
  const privacy = privacyValues.find((value) => String(value) === chosen)
  return changeAccess(website, {
    privacy,
    ...(privacy === privacies.password && { password }),
    ...(privacy === privacies.public && { findable }),
  })
}

/** Changes the privacy of a website. States the effect before it is saved. */
export function PrivacyForm({ website }: { website: LoadedWebsite }) {
  const { id, domain } = website
  const queries = useQueryClient()
  const navigate = useNavigate()
  const path = websitePath(website)
  /** The generated password that was saved last. The server never shows it again. */
  const [savedPassword, setSavedPassword] = useState('')
  const form = useRecordForm({
    name: `privacy ${id}`,
    stored: website,
    schemaOf: websiteDraft,
    valuesOf,
    isChanged: (base, values) => changeOf(base, values).consequence !== null,
    reload: () => queries.fetchQuery({ ...websiteQueries.detail(id), staleTime: 0 }),
    async save({ privacy: chosen, password, findable }, base) {
      const privacy = chosen ?? base.privacy
      if (privacy === null) return base
      const isListed = base.findable ?? false
      const isListingChanged = findable !== undefined && findable !== isListed
      const saved = await updateWebsite(
        id,
        { privacy, password, findable: isListingChanged ? findable : undefined },
        base.etag,
      )
      if (password && isGenerated(password)) setSavedPassword(password)
      else {
        const name = unicodeHost(domain)
        const same = isListingChanged ? words.findableChanged(name, !isListed) : words.passwordChanged(name)
        const text = privacy === base.privacy ? same : words.saved(name, privacyLabels[privacy])
        showToast({ text, tone: 'good' })
      }
      return saved
    },
    onSaved({ password }) {
      // Back doesn't return to the finished form. A generated password stays on the page until it is left.
      if (!password || !isGenerated(password)) void navigate(path, { replace: true })
    },
  })
  const { base, conflict, values } = form
  return (
    <Card>
      <RecordForm
        form={form}
        className={styles.form}
        conflictDetail={
          conflict && (
            <>
              {conflict.privacy !== null && words.changedNow(privacyLabels[conflict.privacy])}{' '}
              {passwordIsSet(conflict) && words.changedPassword}
            </>
          )
        }
        result={savedPassword && <SavedPassword key={savedPassword} password={savedPassword} website={website} />}
        cancel={
          <Link to={path} className={buttonClass({ variant: 'plain' })}>
            {words.cancel}
          </Link>
        }
      >
        {base.privacy === null && <Notice tone="info">{words.privacyUnknown}</Notice>}
        <PrivacyChoice
          domain={domain}
          privacy={form.field('privacy')}
          password={form.field('password')}
          findable={base.findable === null ? null : form.field('findable')}
          isPasswordSet={passwordIsSet(base)}
        />
        {/* Other servers require a key of every reader, for any privacy. */}
        <OwnService otherwise={<p className="muted small prose linked">{words.requiresKey}</p>}>
          <ShareLinks websiteId={id} />
        </OwnService>
        <ConsequenceNotice website={base} values={values} />
      </RecordForm>
    </Card>
  )
}

type PrivacyChoiceProps = {
  domain: string
  privacy: FormField
  password: FormField
  /** Null if the server doesn't report it. */
  findable: FormField<boolean> | null
  /** Null if the server doesn't report it. */
  isPasswordSet: boolean | null
}

/** The three privacies, with the field that belongs to the chosen one. */
export function PrivacyChoice({ domain, privacy, password, findable, isPasswordSet }: PrivacyChoiceProps) {
  const id = useId()
  return (
    <fieldset className="stack tight">
      <legend className="hidden-visually">{words.legend}</legend>
      {privacyValues.map((value) => {
        const isChosen = privacy.value === String(value)
        return (
          <div key={value} className={styles.choice}>
            <label>
              <input
                {...privacy.register()}
                type="radio"
                value={value}
                aria-labelledby={`${id}-name-${value}`}
                aria-describedby={`${id}-text-${value}${privacy.error ? ` ${id}-error` : ''}`}
                aria-invalid={(privacy.error && isChosen) || undefined}
              />
              <span className="medium" id={`${id}-name-${value}`}>
                {privacyLabels[value]}
              </span>
              <Icon name={privacyIcons[value]} />
              <span className={`muted ${styles.text}`} id={`${id}-text-${value}`}>
                {words.choice[value]}
              </span>
            </label>
            {isChosen && value === privacies.public && findable && (
              <div className={styles.more}>
                <CheckboxField field={findable} label={words.findable} hint={words.findableText} />
              </div>
            )}
            {isChosen && value === privacies.password && (
              <div className={styles.more}>
                <PasswordField field={password} domain={domain} isSet={isPasswordSet} />
              </div>
            )}
          </div>
        )
      })}
      <GroupError id={`${id}-error`} error={privacy.error} />
    </fieldset>
  )
}

const opening: Consequence[] = ['opens', 'opens-listed', 'opens-with-password']
const widening: Consequence[] = [...opening, 'listed']

/** States the effect of saving. Announced whenever the choice changes. */
function ConsequenceNotice({ website, values }: { website: AnyWebsite; values: PrivacyValues }) {
  const { consequence, endsPassword, password } = changeOf(website, values)
  return (
    <div aria-live="polite" className="stack tight">
      {consequence && (
        <Notice tone={widening.includes(consequence) ? 'decent' : 'info'}>
          {words.consequence[consequence](website.reports_count)}{' '}
          {endsPassword && password === 'none' && words.removesPassword}
        </Notice>
      )}
      <OwnService>
        <IdentityNotice websiteId={website.id} opens={consequence !== null && opening.includes(consequence)} />
      </OwnService>
    </div>
  )
}

/** Warns before a website opens whose pages are requested as a visitor would not get them. */
function IdentityNotice({ websiteId, opens }: { websiteId: number; opens: boolean }) {
  const { data: identity } = useQuery(identityQuery(websiteId))
  return opens && identity?.is_set && <Notice tone="decent">{words.identityShows}</Notice>
}

/** The share links that open the website, its reports or its lists, for any privacy. */
function ShareLinks({ websiteId }: { websiteId: number }) {
  const { data } = useQuery(linkQueries.active(websiteId))
  if (!data || data.count === 0) return null
  const until = data.until && formatShort(new Date(data.until), new Date())
  return (
    <p className="muted small prose linked">
      {words.shareLinks(data.count, until)} · <Link to={paths.links(websiteId)}>{words.manageLinks}</Link>
    </p>
  )
}

/** Offers to copy a saved password until the page is left. Takes the focus from the button that was pressed to save. */
function SavedPassword({ password, website }: { password: string; website: AnyWebsite }) {
  const { id, domain } = website
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={words.passwordSaved}>
      <Notice
        tone="good"
        actions={
          <>
            <CopyButton
              size="s"
              text={words.linkAndPassword(absoluteUrl(paths.website(id)), password)}
              label={words.copyBoth}
              doneLabel={words.bothCopied}
            />
            <CopyButton size="s" text={password} label={newPasswordWords.copy} doneLabel={newPasswordWords.copied} />
            <Link to={websitePath(website)} className={buttonClass({ size: 's' })}>
              {words.goToWebsite(unicodeHost(domain))}
            </Link>
          </>
        }
      >
        <b>{words.passwordSaved}.</b> {words.copyBeforeLeaving}
        <code className={styles.saved}>{password}</code>
      </Notice>
    </div>
  )
}
