import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className={styles.menu}
      aria-label={words.label}
      data-command-menu
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.inside}>
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
      </div>
    </dialog>
  )
}

/** Opens the dialog over the page. Restores the focus when the menu closes. */
function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const before = document.activeElement
    const over = dialog.current
    over?.showModal()
    return () => {
      over?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog])
}
