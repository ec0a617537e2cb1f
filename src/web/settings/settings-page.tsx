import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import {
  newIssueUrl,
  setTrackerUrl,
  type Tracker,
  trackerLabels,
  trackers,
  useTrackerUrls,
} from '#web/checks/tickets.tsx'
import { asApiError } from '#web/data/api-error.ts'
import { densities, schemes, setPreferences, usePreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl, server } from '#web/data/server.ts'
import { serviceInfoQuery, useFullKey, useOwnService } from '#web/data/service.ts'
import { signInWith, useSession } from '#web/data/session.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { Segments, TextInput } from '#web/ui/inputs.tsx'
import { Card, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { ServersCard } from './servers-card.tsx'
import { ShortcutList } from './shortcuts.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { bookmarkletWords, roleWords, settingsWords as words, trackerWords } from './words.ts'
import styles from './settings-page.module.css'

export function loader() {
  void queryClient.prefetchQuery(serviceInfoQuery())
  return null
}

export function Component() {
  const { scheme, density, shortcuts } = usePreferences()
  const canWrite = useCanWrite()
  const { data: catalogue } = useQuery(checksQuery())
  const isOwn = useOwnService()
  const isOwner = useFullKey()
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader title={words.title} lead={words.lead} />
      <KeyCard />
      {import.meta.env.MODE === 'static' && <ServersCard />}
      <Card aria-labelledby="appearance" className={styles.card}>
        <h2 id="appearance">{words.appearance.title}</h2>
        <div className={`cluster ${styles.choice}`}>
          <span aria-hidden="true">{words.appearance.scheme}</span>
          <Segments
            legend={words.appearance.scheme}
            name="scheme"
            value={scheme}
            options={schemes.map((value) => ({ value, label: words.appearance.schemes[value] }))}
            onChange={(value) => setPreferences({ scheme: value })}
          />
        </div>
        <div className={`cluster ${styles.choice}`}>
          <span aria-hidden="true">{words.appearance.density}</span>
          <Segments
            legend={words.appearance.density}
            name="density"
            value={density}
            options={densities.map((value) => ({ value, label: words.appearance.densities[value] }))}
            onChange={(value) => setPreferences({ density: value })}
          />
        </div>
      </Card>
      <Card aria-labelledby="keyboard" className={styles.card}>
        <h2 id="keyboard">{words.keyboard.title}</h2>
        <Checkbox
          label={words.keyboard.shortcuts}
          hint={words.keyboard.shortcutsHint}
          checked={shortcuts}
          onChange={(event) => setPreferences({ shortcuts: event.target.checked })}
        />
        <ShortcutList withSingleKeys />
      </Card>
      {canWrite && <BookmarkletCard />}
      <TrackersCard />
      {isOwner && (
        <p>
          <Link to={paths.keys()}>{words.toKeys}</Link>
        </p>
      )}
      {isOwner && (
        <p>
          <Link to={paths.activity()}>{words.toActivity}</Link>
        </p>
      )}
      {isOwn && (
        <p>
          <Link to={paths.links()}>{words.toLinks}</Link>
        </p>
      )}
      {isOwn && (
        <p>
          <Link to={paths.brand()}>{words.toBrand}</Link>
        </p>
      )}
      {catalogue && (
        <p>
          <Link to={paths.checks()}>{words.toChecks}</Link>
        </p>
      )}
    </div>
  )
}

/** A bookmark that opens the dashboard with the URL of the page it is used on. */
function BookmarkletCard() {
  const page = absoluteUrl(paths.newReport())
  const code = `javascript:void open('${page}${page.includes('?') ? '&' : '?'}url='+encodeURIComponent(location.href))`
  return (
    <Card aria-labelledby="bookmarklet" className={styles.card}>
      <h2 id="bookmarklet">{bookmarkletWords.title}</h2>
      <p className="muted">{bookmarkletWords.text}</p>
      <div className="cluster">
        {/* React refuses such a URL as a property, because it is code. This one is ours, and works where it is dragged to. */}
        <a
          ref={(link) => link?.setAttribute('href', code)}
          className={buttonClass()}
          onClick={(event) => event.preventDefault()}
        >
          {bookmarkletWords.name}
        </a>
        <CopyButton text={code} label={bookmarkletWords.copy} doneLabel={bookmarkletWords.copied} />
      </div>
    </Card>
  )
}

const keyWords = words.key

/** The session's own key: its role, whether it is stored, and a sign-out button. */
function KeyCard() {
  const { data, error, isPending, isFetching, refetch } = useQuery(serviceInfoQuery())
  const { key: secret, remembered } = useSession()
  const [confirming, setConfirming] = useState(false)
  const key = data?.key
  const facts = [
    ...(key
      ? [
          [keyWords.name, key.name],
          [keyWords.role, roleWords[key.role]],
          [keyWords.id, key.id],
        ]
      : []),
    [words.server.address, server],
    ...(data?.version ? [[words.server.version, data.version]] : []),
  ]
  return (
    <Card aria-labelledby="key" className={styles.card} aria-busy={isPending}>
      <div className={`row ${styles.head}`}>
        <h2 id="key">{keyWords.title}</h2>
        <Button icon="out" onClick={() => setConfirming(true)}>
          {keyWords.signOut}
        </Button>
      </div>
      {isPending && <Skeleton height="9rem" />}
      {error && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !error && (
        <>
          {!key && <p>{keyWords.unknown}</p>}
          <dl className={`stack tight ${styles.facts}`}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{name === keyWords.id ? <code>{value}</code> : value}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label={keyWords.remember}
            hint={keyWords.rememberHint}
            checked={remembered}
            onChange={(event) => secret && signInWith(secret, event.target.checked)}
          />
        </>
      )}
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Card>
  )
}

/** The trackers that findings are reported to. */
const TrackersCard = () => (
  <Card aria-labelledby="trackers" className={styles.card}>
    <h2 id="trackers">{trackerWords.title}</h2>
    <p className="muted">{trackerWords.text}</p>
    {trackers.map((tracker) => (
      <TrackerField key={tracker} tracker={tracker} />
    ))}
  </Card>
)

const nothing = { title: '', text: '' }

/** Keeps each complete URL at once. An incomplete one stays in the field with an error, and is not kept. */
function TrackerField({ tracker }: { tracker: Tracker }) {
  const kept = useTrackerUrls()[tracker] ?? ''
  const [draft, setDraft] = useState(kept)
  const [isLeft, setLeft] = useState(false)
  const url = draft.trim()
  const isWrong = url !== '' && newIssueUrl(tracker, url, nothing) === null
  return (
    <Field
      label={trackerLabels[tracker]}
      hint={trackerWords.hint[tracker]}
      error={isLeft && isWrong ? trackerWords.wrong[tracker] : undefined}
    >
      {(aria) => (
        <TextInput
          {...aria}
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={trackerWords.example[tracker]}
          value={draft}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            const next = event.target.value.trim()
            setDraft(event.target.value)
            if (next === '' || newIssueUrl(tracker, next, nothing) !== null) setTrackerUrl(tracker, next)
          }}
        />
      )}
    </Field>
  )
}
