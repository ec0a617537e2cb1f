import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { menuFieldWords } from '../words.ts'
import styles from './command-menu.module.css'

export type MenuProps = {
  typed: string
  onType: (text: string) => void
  /** Gets the focus back. Null if no element had it. */
  opener: HTMLElement | null
  onClose: () => void
}

const FullMenu = lazyPart(() => import('./full-menu.tsx').then((file) => file.FullMenu), WaitingField)

/** The command menu: a field over the page that finds pages, views, websites, reports and actions. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [opener] = useState(() => {
    const { activeElement } = document
    return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
  })
  return <FullMenu typed={typed} onType={setTyped} opener={opener} onClose={onClose} />
}

/** Takes what is typed until the menu has loaded. */
function WaitingField({ typed, onType, onClose }: MenuProps) {
  return (
    <dialog
      ref={showModal}
      role="dialog"
      aria-modal
      className={`over enters ${styles.menu}`}
      aria-label={menuFieldWords.label}
      data-command-menu
      onCancel={onClose}
    >
      <div className={`row snug faint ${styles.box}`}>
        <Icon name="search" />
        <input
          className="bare"
          aria-label={menuFieldWords.label}
          placeholder={menuFieldWords.placeholder}
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        <Button variant="plain" size="s" iconOnly icon="cross" onClick={onClose}>
          {menuFieldWords.close}
        </Button>
      </div>
    </dialog>
  )
}

/** Focuses the field, and returns the focus at the end. */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}
