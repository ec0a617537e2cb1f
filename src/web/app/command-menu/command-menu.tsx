import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { NativeDialog } from '#web/ui/native-dialog.tsx'
import { menuFieldWords } from '../words.ts'
import styles from './command-menu.module.css'

export type MenuProps = {
  typed: string
  onType: (text: string) => void
  /** Gets the focus back. Null if no element had it. */
  opener: HTMLElement | null
  onClose: () => void
}

/** Module state: settles once no text is being composed in the field that waits. */
let composed: Promise<void> | undefined

const FullMenu = lazyPart(async () => {
  const file = await import('./full-menu.tsx')
  // Another field in its place would cut off the composition.
  await composed
  return file.FullMenu
}, WaitingField)

/** The command menu: a field over the page that finds pages, views, websites, reports and actions. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [opener] = useState(() => {
    const { activeElement } = document
    return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
  })
  return <FullMenu typed={typed} onType={setTyped} opener={opener} onClose={onClose} />
}

/** Takes what is typed until the menu has loaded. Enter does nothing, because nobody has seen what it would open. */
function WaitingField({ typed, onType, onClose }: MenuProps) {
  const [composition, setComposition] = useState<PromiseWithResolvers<void> | null>(null)
  // Closing the menu ends the composition too.
  useEffect(() => () => composition?.resolve(), [composition])
  const startComposition = () => {
    const started = Promise.withResolvers<void>()
    composed = started.promise
    setComposition(started)
  }
  return (
    <NativeDialog
      className={`over enters ${styles.menu}`}
      aria-label={menuFieldWords.label}
      data-command-menu
      onClose={onClose}
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
          onCompositionStart={startComposition}
          onCompositionEnd={() => setComposition(null)}
        />
        <Button variant="plain" size="s" iconOnly icon="cross" onClick={onClose}>
          {menuFieldWords.close}
        </Button>
      </div>
    </NativeDialog>
  )
}
