import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useBlocker } from 'react-router-dom'
import { privacies, privacyLabels, type AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { isReloading } from '#web/data/stored-drafts.ts'
import { linkQueries } from '#web/resources/link-queries.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { type Consequence, consequenceOf, passwordIsSet, type PrivacyDraft } from './privacy-change.ts'
import { PrivacyChoice } from './privacy-choice.tsx'
import { usePrivacyForm } from './use-privacy-form.ts'
import { privacyWords as words } from './words.ts'
import styles from './privacy.module.css'

/** Changes the privacy of a website. States what saving does before it is saved. */
export function PrivacyForm({ website }: { website: LoadedWebsite }) {
  const state = usePrivacyForm(website)
  const { form, base, draft, isChanged, conflict, savedPassword, busy, error } = state
  const { fieldError, change, submit, discard } = state
  // Other servers require a key of every reader, whatever the privacy.
  const requiresKey = useOwnService() === false
  const general = error && !fieldError('password') && !fieldError('privacy') ? error : null
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card className={styles.card}>
        {base.privacy === null && <Notice tone="info">{words.privacyUnknown}</Notice>}
        <PrivacyChoice
          domain={website.domain}
          draft={draft}
          passwordSet={passwordIsSet(base)}
          findable={base.findable}
          privacyError={fieldError('privacy')}
          passwordError={fieldError('password')}
          onChange={change}
        />
        <p className={styles.sharing}>{requiresKey ? words.requiresKey : words.sharing}</p>
        <ConsequenceNotice website={base} draft={draft} />
        {conflict && (
          <Notice
            role="alert"
            tone="decent"
            actions={
              <>
                <Button size="s" onClick={discard}>
                  {words.reload}
                </Button>
                <Button size="s" onClick={submit}>
                  {words.overwrite}
                </Button>
              </>
            }
          >
            <b>{words.changedByOthers}</b>{' '}
            {conflict.privacy !== null && words.changedNow(privacyLabels[conflict.privacy])}{' '}
            {passwordIsSet(conflict) && words.changedPassword}
          </Notice>
        )}
        {general && (
          <Notice role="alert" tone="bad">
            <b>{general.unsure ? words.unconfirmed : words.failed}</b> {errorSentence(general)}
          </Notice>
        )}
        {savedPassword !== null && <SavedPassword key={savedPassword} password={savedPassword} website={website} />}
        <div className={styles.actions}>
          <Button type="submit" variant="main" busy={busy} disabled={!isChanged && !busy}>
            {busy ? words.saving : words.save}
          </Button>
          <Link to={paths.website(website.id)} className={buttonClass({ variant: 'plain' })}>
            {words.cancel}
          </Link>
          <span className={styles.state} role="status">
            {isChanged && !busy ? words.unsaved : busy || savedPassword ? '' : words.unchanged}
          </span>
        </div>
      </Card>
      <UnsavedGuard when={isChanged} />
    </form>
  )
}

/** Offers to copy a saved password until the page is left. Takes the focus from the button that was pressed to save. */
function SavedPassword({ password, website: { id, domain } }: { password: string; website: AnyWebsite }) {
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
              icon="copy"
              text={words.linkAndPassword(absoluteUrl(paths.website(id)), password)}
              label={words.copyBoth}
              doneLabel={words.bothCopied}
            />
            <CopyButton size="s" text={password} label={words.copySaved} doneLabel={words.copied} />
            <Link to={paths.website(id)} className={buttonClass({ size: 's' })}>
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

const widening: Consequence[] = ['opens', 'opens-listed', 'opens-with-password', 'listed']

/** States what saving the draft would do. Announced whenever the choice changes. */
function ConsequenceNotice({ website, draft }: { website: AnyWebsite; draft: PrivacyDraft }) {
  const consequence = consequenceOf(website, draft)
  const removesPassword = passwordIsSet(website) && draft.privacy !== privacies.password
  return (
    <div aria-live="polite">
      {consequence && (
        <Notice tone={widening.includes(consequence) ? 'decent' : 'info'}>
          {words.consequence[consequence](website.reports_count)} {removesPassword && words.removesPassword}{' '}
          <ActiveLinks websiteId={website.id} />
        </Notice>
      )}
    </div>
  )
}

/** States how many share links stay active. They work whatever the privacy of the website. */
function ActiveLinks({ websiteId }: { websiteId: number }) {
  const { data: count } = useQuery({
    ...linkQueries.activeCount(websiteId),
    enabled: useOwnService() === true,
  })
  if (!count) return null
  return (
    <>
      {words.activeLinks(count)} <Link to={paths.links(websiteId)}>{words.seeLinks}</Link>
    </>
  )
}

/** Asks for confirmation before unsaved changes are lost, by navigation or by closing the tab. */
function UnsavedGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const confirmUnload = (event: BeforeUnloadEvent) => isReloading() || event.preventDefault()
    addEventListener('beforeunload', confirmUnload)
    return () => removeEventListener('beforeunload', confirmUnload)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={words.guard.title}
      confirmLabel={words.guard.leave}
      cancelLabel={words.guard.stay}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {words.guard.text}
    </ConfirmDialog>
  )
}
