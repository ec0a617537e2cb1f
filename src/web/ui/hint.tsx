import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'
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
      <Popover
        label={label}
        open={isOpen}
        onOpenChange={setOpen}
        isHint
        trigger={
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
      >
        {children}
      </Popover>
      {isNamed && !isOpen && <div className={`tight small ${styles.onPaper}`}>{children}</div>}
    </>
  )
}
