import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { checksQuery } from '#web/api/check-queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { serviceInfoQuery } from '#web/api/service-queries.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { densities, schemes, setPreferences, usePreferences } from '#web/ui/preferences.ts'
import { Segments } from '#web/ui/segments.tsx'
import { shortcutWords } from '#web/words/palette.ts'
import { settingsWords as words } from '#web/words/settings.ts'
import { KeyCard } from './key-card.tsx'
import styles from './settings-page.module.css'

export function loader() {
  void queryClient.prefetchQuery(serviceInfoQuery())
  return null
}

export function Component() {
  const { scheme, density, shortcuts } = usePreferences()
  const { data: catalogue } = useQuery(checksQuery())
  const { data: service } = useQuery(serviceInfoQuery())
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} lead={words.lead} />
      <KeyCard />
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
