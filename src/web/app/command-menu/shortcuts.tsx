import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePreferences } from '#web/ui/preferences.ts'
import { shortcutWords as words } from './words.ts'
import styles from './shortcuts.module.css'

/** Every key that does something, and whether it does so now. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { shortcuts } = usePreferences()
  const list = shortcuts ? [...words.always, ...words.single] : words.always
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
      <dl className={styles.keys}>
        {list.map(({ keys, does }) => (
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
      {!shortcuts && <p>{words.off}</p>}
    </Dialog>
  )
}
