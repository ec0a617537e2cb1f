import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { densities, schemes, setPreferences, usePreferences } from '#web/data/preferences.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { serviceInfoQuery, useFullKey, useOwnService } from '#web/data/service.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { KeyCard } from './key-card.tsx'
import { ServersCard } from './servers-card.tsx'
import { ShortcutList } from './shortcuts.tsx'
import { TrackersCard } from './trackers-card.tsx'
import { bookmarkletWords, settingsWords as words } from './words.ts'
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
