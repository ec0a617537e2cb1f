import { setPreferences, usePreferences } from '#web/data/preferences.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { ShortcutList } from './shortcuts.tsx'
import { shortcutsPageWords as words } from './words.ts'
import styles from './settings.module.css'

/** The keyboard shortcuts, and the choice to have those of a single key. */
export function Component() {
  const { shortcuts } = usePreferences()
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} />
      <Card aria-labelledby="keyboard" className={`stack snug ${styles.card}`}>
        <h2 id="keyboard">{words.keyboard}</h2>
        <Checkbox
          label={words.single}
          hint={words.singleHint}
          checked={shortcuts}
          onChange={(event) => setPreferences({ shortcuts: event.target.checked })}
        />
        <ShortcutList withSingleKeys />
      </Card>
    </div>
  )
}
