import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import styles from './hint.module.css'

type HintProps = {
  label: string
  /** Shows the label beside the icon. On paper, the explanation then stands in place of the button. */
  isNamed?: boolean
  children: ReactNode
}

/** A button that shows an explanation over the page. Escape, a click beside it and a link in it close it. */
export function Hint({ label, isNamed = false, children }: HintProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          render={
            <Button
              variant="plain"
              size="s"
              icon="info"
              iconOnly={!isNamed}
              className={isNamed ? styles.named : styles.button}
            >
              {label}
            </Button>
          }
        />
        <Popover.Portal>
          <Popover.Positioner align="start" sideOffset={4} collisionPadding={8}>
            <Popover.Popup
              className={`over stack tight small not-printed ${styles.hint}`}
              aria-label={label}
              onClick={({ target }) => (target as Element).closest('a') && setOpen(false)}
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {isNamed && !isOpen && <div className={`tight small ${styles.onPaper}`}>{children}</div>}
    </>
  )
}
