import { type ReactNode, Suspense, useState } from 'react'
import { isVisitor } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { listWords } from './words.ts'
import styles from './toolbar.module.css'

export type Tool = 'columns' | 'export'

/** What is seldom needed of a list: each opens a dialog, which is loaded then. */
export function ListTools({ dialog }: { dialog: (tool: Tool, onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState<Tool | null>(null)
  const button = (tool: Tool, icon: 'settings' | 'download') => (
    <Button iconOnly icon={icon} aria-haspopup="dialog" onClick={() => setOpen(tool)}>
      {listWords.tools[tool]}
    </Button>
  )
  return (
    <div className={styles.tools}>
      {button('columns', 'settings')}
      {!isVisitor() && button('export', 'download')}
      {open && <Suspense fallback={null}>{dialog(open, () => setOpen(null))}</Suspense>}
    </div>
  )
}
