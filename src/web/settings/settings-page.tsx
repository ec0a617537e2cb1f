import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { checksQuery } from '#web/checks/queries.ts'
import { useFullKeyFor, serviceInfoQuery } from '#web/data/service.ts'
import { queryClient } from '#web/data/query-client.ts'
import { frameWords } from '#web/app/words.ts'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { densities, schemes, setPreferences, usePreferences } from '#web/ui/preferences.ts'
import { Segments } from '#web/ui/segments.tsx'
import { auditWords } from './activity-words.ts'
import { keysWords } from './key-words.ts'
import { shortcutWords } from '#web/app/palette/words.ts'
import { settingsWords as words } from './words.ts'
import { KeyCard } from './key-card.tsx'
import styles from './settings-page.module.css'

const NotLoaded = () => <p role="alert">{frameWords.broken}</p>
const AllKeys = lazyOr(() => import('./all-keys.lazy.tsx').then((file) => file.AllKeys), NotLoaded)
const ServersCard =
  import.meta.env.MODE === 'static'
    ? lazyOr(() => import('./servers-card.lazy.tsx').then((file) => file.ServersCard), NotLoaded)
    : null
const Activity = lazyOr(() => import('./activity.lazy.tsx').then((file) => file.Activity), NotLoaded)

export function loader() {
  void queryClient.prefetchQuery(serviceInfoQuery())
  return null
}

/** The settings, and under addresses of their own what holders of a full key see besides. */
export function Component() {
  const { part } = useParams()
  if (part === undefined) return <Settings />
  if (part !== 'keys' && part !== 'activity') return <Navigate to={paths.settings()} replace />
  return <Suspense fallback={null}>{part === 'keys' ? <AllKeys /> : <Activity />}</Suspense>
}

function Settings() {
  const { scheme, density, shortcuts } = usePreferences()
  const { data: catalogue } = useQuery(checksQuery())
  const { data: service } = useQuery(serviceInfoQuery())
  const keysAreHere = useFullKeyFor('keys')
  const auditIsHere = useFullKeyFor('audit')
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} lead={words.lead} />
      <KeyCard />
      {ServersCard && (
        <Suspense fallback={null}>
          <ServersCard />
        </Suspense>
      )}
      <Card aria-labelledby="look" className={styles.card}>
        <h2 id="look">{words.look.title}</h2>
        <div className={styles.choice}>
          <span aria-hidden="true">{words.look.scheme}</span>
          <Segments
            legend={words.look.scheme}
            name="scheme"
            value={scheme}
            options={schemes.map((value) => ({ value, label: words.look.schemes[value] }))}
            onChange={(value) => setPreferences({ scheme: value })}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">{words.look.density}</span>
          <Segments
            legend={words.look.density}
            name="density"
            value={density}
            options={densities.map((value) => ({ value, label: words.look.densities[value] }))}
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
        <dl className={styles.facts}>
          {[...shortcutWords.single, ...shortcutWords.always].map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {keysAreHere && (
        <p>
          <Link to={paths.keys()}>{keysWords.fromSettings}</Link>
        </p>
      )}
      {auditIsHere && (
        <p>
          <Link to={paths.audit()}>{auditWords.fromSettings}</Link>
        </p>
      )}
      {service?.extensions.includes('links') && (
        <p>
          <Link to={paths.links()}>{words.links}</Link>
        </p>
      )}
      {catalogue && (
        <p>
          <Link to={paths.checks()}>{words.checks}</Link>
        </p>
      )}
    </div>
  )
}
