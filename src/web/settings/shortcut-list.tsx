import { useQuery } from '@tanstack/react-query'
import { serviceInfoQuery } from '#web/data/service.ts'
import { shortcutWords } from './shortcut-words.ts'
import styles from './shortcut-list.module.css'

/** The single-key shortcuts that do something on this server. */
function useSingleKeys() {
  const { data: service } = useQuery(serviceInfoQuery())
  return service?.extensions.includes('overview')
    ? [shortcutWords.overview, ...shortcutWords.single]
    : shortcutWords.single
}

/** Every shortcut that does something on this server; without single keys, only those with a modifier. */
export function ShortcutList({ withSingleKeys }: { withSingleKeys: boolean }) {
  const single = useSingleKeys()
  const shortcuts = withSingleKeys ? [...shortcutWords.always, ...single] : shortcutWords.always
  return (
    <dl className={styles.keys}>
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
