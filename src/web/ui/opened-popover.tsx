import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import type { OpenedPopoverProps } from './popover.tsx'
import styles from './popover.module.css'

/** A popover that has been opened, with its button. */
export const OpenedPopover = ({ label, trigger, open, onOpenChange, isHint, children }: OpenedPopoverProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      {!isHint && <Base.Backdrop className={`backdrop ${styles.backdrop}`} />}
      <Base.Positioner className={isHint ? undefined : styles.place} align="start" sideOffset={4} collisionPadding={8}>
        <Base.Popup
          className={classes(
            'over not-printed small',
            isHint ? `stack tight ${styles.hint}` : `enters quiet-edge ${styles.popover}`,
          )}
          aria-label={label}
          onClick={({ target }) => isHint && (target as Element).closest('a') && onOpenChange(false)}
        >
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
