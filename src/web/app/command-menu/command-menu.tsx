import { Dialog } from '@base-ui/react/dialog'
import { useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { menuFieldWords as words } from '../words.ts'
import styles from './command-menu.module.css'

const Results = lazyPart(() => import('./results.tsx').then((file) => file.Results))

/**
 * The command menu: a combobox over the page that finds pages, views, websites, reports and actions. The field is there
 * at once; what is typed before its results are loaded is kept.
 */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const [active, setActive] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.menu} aria-label={words.label} data-command-menu initialFocus={field}>
          <div className={`row snug faint ${styles.box}`}>
            <Icon name="search" />
            <input
              ref={field}
              role="combobox"
              aria-expanded={active !== undefined}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active}
              aria-label={words.label}
              placeholder={words.placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              value={typed}
              onKeyDown={({ key, nativeEvent }) => setEntered(key === 'Enter' && !nativeEvent.isComposing)}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button variant="plain" size="s" iconOnly icon="cross" onClick={onClose}>
              {words.close}
            </Button>
          </div>
          <Results {...{ typed, entered, field, listId, onClose }} onActive={setActive} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
