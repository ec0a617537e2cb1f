import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import styles from './hint.module.css'

/** A button that shows an explanation over the page. Escape, a click beside it and a link in it close it. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Button variant="plain" size="s" icon="info" iconOnly className={styles.button} popoverTarget={id}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={`stack tight small ${styles.hint}`}
        onClick={({ currentTarget, target }) => (target as Element).closest('a') && currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
