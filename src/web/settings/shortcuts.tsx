import { usePreferences } from '#web/data/preferences.ts'
import { usePages } from '#web/resources/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { shortcutWords as words } from './words.ts'
import styles from './settings.module.css'

/** Every shortcut that does something on this server; without single keys, only those with a modifier. */
export function ShortcutList({ withSingleKeys }: { withSingleKeys: boolean }) {
  const single = usePages().overview ? [...words.own, ...words.single] : words.single
  const shortcuts = withSingleKeys ? [...words.always, ...single] : words.always
  return (
    <dl className={`pairs stack tight ${styles.keys}`}>
      {shortcuts.map(({ keys, does }) => (
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
  )
}

/** Every key that does something, and whether it does so now. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts } = usePreferences()
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <ShortcutList withSingleKeys={shortcuts} />
      {!shortcuts && <p>{words.off}</p>}
    </Dialog>
  )
}
