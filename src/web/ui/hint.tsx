import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './hint.module.css'

type HintProps = {
  label: string
  /** Shows the label beside the icon. On paper, the explanation then stands in place of the button. */
  isNamed?: boolean
  children: ReactNode
}

/** A button that shows an explanation over the page. Escape, a click beside it and a link in it close it. */
export function Hint({ label, isNamed = false, children }: HintProps) {
  const id = useId()
  return (
    <>
      <Button
        variant="plain"
        size="s"
        icon="info"
        iconOnly={!isNamed}
        className={isNamed ? styles.named : styles.button}
        popoverTarget={id}
      >
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={classes('stack tight small', styles.hint, isNamed && styles.onPaper)}
        onClick={({ currentTarget, target }) => (target as Element).closest('a') && currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
