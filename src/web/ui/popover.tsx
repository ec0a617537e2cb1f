import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './popover.module.css'

type PopoverProps = {
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/**
 * Choices under the button that opens them or, on a phone, at the lower edge of the screen. The page stays usable.
 * Escape and a click beside it close it.
 */
export const Popover = ({ label, trigger, open, onOpenChange, children }: PopoverProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Backdrop className={`backdrop ${styles.backdrop}`} />
      <Base.Positioner className={styles.place} align="start" sideOffset={4} collisionPadding={8}>
        <Base.Popup className={`over enters not-printed small quiet-edge ${styles.popover}`} aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

type ChoicesProps = {
  resetLabel: string
  /** Undefined if there is nothing to reset. */
  onReset: (() => void) | undefined
  doneLabel: string
  children: ReactNode
}

/** The content of a popover: choices that apply at once, above the buttons that reset them and close it. */
export function Choices({ resetLabel, onReset, doneLabel, children }: ChoicesProps) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Choices that load after the popover has opened: until then it has the focus itself.
    if (document.activeElement !== popoverOf(body.current)) return
    body.current
      ?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), select')
      ?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div ref={body} className={`stack ${styles.body}`}>
        {children}
      </div>
      <div className={`row ${styles.foot}`}>
        {onReset && (
          <Button
            variant="plain"
            onClick={() => {
              // The button may go.
              popoverOf(body.current)?.focus({ preventScroll: true })
              onReset()
            }}
          >
            {resetLabel}
          </Button>
        )}
        <Base.Close render={<Button variant="main" />}>{doneLabel}</Base.Close>
      </div>
    </>
  )
}

const popoverOf = (part: Element | null) => part?.closest<HTMLElement>('[role=dialog]') ?? null
