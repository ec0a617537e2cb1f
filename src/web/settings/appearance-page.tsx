import { densities, schemes, setPreferences, usePreferences } from '#web/data/preferences.ts'
import { Segments } from '#web/ui/inputs.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { appearanceWords as words } from './words.ts'
import styles from './settings.module.css'

/** How the dashboard looks in this browser. */
export function Component() {
  const { scheme, density } = usePreferences()
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} lead={words.lead} />
      <Card aria-label={words.title} className={`stack snug ${styles.card}`}>
        <div className={`cluster ${styles.choice}`}>
          <span aria-hidden="true">{words.scheme}</span>
          <Segments
            legend={words.scheme}
            name="scheme"
            value={scheme}
            options={schemes.map((value) => ({ value, label: words.schemes[value] }))}
            onChange={(value) => setPreferences({ scheme: value })}
          />
        </div>
        <div className={`cluster ${styles.choice}`}>
          <span aria-hidden="true">{words.density}</span>
          <Segments
            legend={words.density}
            name="density"
            value={density}
            options={densities.map((value) => ({ value, label: words.densities[value] }))}
            onChange={(value) => setPreferences({ density: value })}
          />
        </div>
      </Card>
    </div>
  )
}
