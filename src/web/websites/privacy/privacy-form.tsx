import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { privacyLabels } from '#contract/website.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { serviceInfoQuery } from '#web/data/service-queries.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { paths } from '#web/app/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { privacyWords as words } from '../privacy-words.ts'
import { ConsequenceNotice } from './consequence-notice.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { passwordIsSet } from './privacy-change.ts'
import { usePrivacyForm } from './use-privacy-form.ts'
import styles from './privacy-form.module.css'

/** Who may see the website. Nothing is saved before its consequence was on the page. */
export function PrivacyForm({ website }: { website: LoadedWebsite }) {
  const {
    form,
    base,
    draft,
    changed,
    theirs,
    lost,
    busy,
    error,
    fieldError,
    change,
    submit,
    yield: takeTheirs,
  } = usePrivacyForm(website)
  const { data: service } = useQuery(serviceInfoQuery())
  // A server that lists its extensions and not this one still asks every reader for a key.
  const asksEveryone = service && !service.extensions.includes('shared')
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
        <p className={styles.sharing}>{asksEveryone ? words.notSharedYet : words.sharing}</p>
        <ConsequenceNotice website={base} draft={draft} />
        {theirs && (
          <div role="alert">
            <Notice
              tone="decent"
              actions={
                <>
                  <Button size="s" onClick={takeTheirs}>
                    {words.reload}
                  </Button>
                  <Button size="s" onClick={submit}>
                    {words.overwrite}
                  </Button>
                </>
              }
            >
              <b>{words.changedTitle}</b> {theirs.privacy !== null && words.changedNow(privacyLabels[theirs.privacy])}{' '}
              {passwordIsSet(theirs) && words.changedPassword}
            </Notice>
          </div>
        )}
        {general && (
          <div role="alert">
            <Notice tone="bad">
              <b>{general.unsure ? words.lost : words.failed}</b> {errorSentence(general)}
            </Notice>
          </div>
        )}
        {lost && (
          <div role="alert">
            <Notice tone="decent">
              <b>{words.lost}</b> {lost}
            </Notice>
          </div>
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="main" busy={busy} disabled={!changed && !busy}>
            {busy ? words.saving : words.save}
          </Button>
          <Link to={paths.website(website.id)} className={buttonClass({ variant: 'plain' })}>
            {words.cancel}
          </Link>
          <span className={styles.state} role="status">
            {busy ? '' : changed ? words.unsaved : words.unchanged}
          </span>
        </div>
      </Card>
      <UnsavedGuard when={changed} {...words.guard} />
    </form>
  )
}
