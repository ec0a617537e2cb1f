import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './popover.module.css'

export type PopoverProps = {
  /** The ID of the button that opened it, which gets the focus back. */
  buttonId: string
  onClose: () => void
}

type OpenPopoverProps = PopoverProps & {
  label: string
  resetLabel: string
  /** Undefined if there is nothing to reset. */
  onReset: (() => void) | undefined
  doneLabel: string
  children: ReactNode
}

/**
 * Choices that apply at once, under the button that opens them or, on a phone, at the lower edge of the screen. The
 * page stays usable. Escape and a click beside it close it.
 */
export function Popover({ buttonId, label, resetLabel, onReset, doneLabel, onClose, children }: OpenPopoverProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const popover = ref.current
    if (!popover) return
    popover.showPopover()
    focusFirst(popover)
    const move = () => place(popover, buttonOf(buttonId))
    move()
    addEventListener('resize', move)
    return () => removeEventListener('resize', move)
  }, [buttonId])

  const close = () => {
    ref.current?.hidePopover()
    buttonOf(buttonId)?.focus({ preventScroll: true })
    onClose()
  }
  const reset = () => {
    onReset?.()
    // Its button may go.
    ref.current?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={ref}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={styles.popover}
      onToggle={(event) => {
        // Popovers inside close, too.
        if (event.target !== ref.current || event.newState === 'open') return
        const { activeElement } = document
        if (activeElement === document.body || ref.current?.contains(activeElement))
          buttonOf(buttonId)?.focus({ preventScroll: true })
        onClose()
      }}
    >
      <div className={`stack ${styles.body}`}>{children}</div>
      <div className={`row ${styles.foot}`}>
        {onReset && (
          <Button variant="plain" onClick={reset}>
            {resetLabel}
          </Button>
        )}
        <Button variant="main" onClick={close}>
          {doneLabel}
        </Button>
      </div>
    </div>
  )
}

/** Focuses the first control on screen, or the popover itself. */
function focusFirst(popover: HTMLElement) {
  const controls = popover.querySelectorAll<HTMLElement>('input:checked, input:not([type=radio]), select, button')
  for (const element of [...controls, popover]) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}

const buttonOf = (id: string) => document.getElementById(id)

const gap = 4
const margin = 8

/**
 * Places the popover below the button, at its left or right edge if there is room. It scrolls with the page, as the
 * button does.
 */
function place(popover: HTMLElement, button: HTMLElement | null) {
  if (!button) return
  const at = button.getBoundingClientRect()
  const start = popover.parentElement?.getBoundingClientRect().left ?? margin
  const end = document.documentElement.clientWidth - popover.offsetWidth - margin
  const left = [at.left, at.right - popover.offsetWidth].find((one) => one >= start && one <= end) ?? end
  popover.style.setProperty('--left', `${Math.max(margin, left) + scrollX}px`)
  popover.style.setProperty('--top', `${at.bottom + gap + scrollY}px`)
  popover.style.setProperty('--room', `${innerHeight - at.bottom - gap - margin}px`)
}
