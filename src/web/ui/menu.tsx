import { type KeyboardEvent, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export type MenuItem = {
  label: string
  icon?: IconName | undefined
  /** True if this is the chosen one of several values. Undefined for an action. */
  checked?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

type MenuProps = {
  label: string
  icon?: IconName | undefined
  size?: 's' | undefined
  showLabel?: boolean | undefined
  /** The page's main button, with its label. */
  variant?: 'main' | undefined
  items: MenuItem[]
}

/**
 * A button that opens a list of actions: arrow keys, Home, End and first letters move, Escape closes it and restores
 * the focus.
 */
export function Menu({ label, icon = 'more', size, variant, showLabel, items }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        icon={variant ? undefined : icon}
        iconOnly={!showLabel && !variant}
        size={size}
        variant={variant ?? (showLabel ? undefined : 'plain')}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        {variant && <Icon name="down" />}
      </Button>
      {open && <MenuList id={id} label={label} items={items} button={button} onClose={() => setOpen(false)} />}
    </>
  )
}

type MenuListProps = {
  id: string
  label: string
  items: MenuItem[]
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const moves: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const entriesOf = (list: HTMLElement | null) =>
  [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])].filter((entry) => entry.checkVisibility())

/** The open menu, in the top layer. */
function MenuList({ id, label, items, button, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const onDismiss = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const popover = list.current
    if (!popover || !button.current) return
    popover.showPopover()
    place(popover, button.current)
    entriesOf(popover)[0]?.focus({ preventScroll: true })
    const close = () => onDismiss()
    addEventListener('resize', close)
    // The event of a scroll that ended with the click is still to come in this frame.
    const frame = requestAnimationFrame(() => addEventListener('scroll', close, { capture: true, passive: true }))
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', close)
      removeEventListener('scroll', close, { capture: true })
    }
  }, [button])

  const close = () => {
    list.current?.hidePopover()
    button.current?.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entriesOf(list.current)
    const now = all.indexOf(document.activeElement as HTMLElement)
    const move = moves[event.key]
    const letter = event.key.length === 1 && event.key.toLowerCase()
    const byLetter =
      letter && [...all.slice(now + 1), ...all].find((one) => one.textContent?.toLowerCase().startsWith(letter))
    if (event.key === 'Tab') return close()
    if (!move && !byLetter) return
    event.preventDefault()
    ;(byLetter || all[move?.(now, all.length) ?? 0])?.focus()
  }

  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'open') return
        const { activeElement } = document
        if (activeElement === document.body || list.current?.contains(activeElement))
          button.current?.focus({ preventScroll: true })
        onClose()
      }}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          tabIndex={-1}
          disabled={item.disabled}
          className={classes('row', styles.item, item.danger && styles.danger, item.className)}
          onClick={() => {
            close()
            item.onSelect()
          }}
        >
          {item.icon && <Icon name={item.icon} />}
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** Places the menu below the button, or above it if there is no room below. */
function place(popover: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = at.bottom + 4 + height < innerHeight
  popover.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - 4 - height)}px`
  popover.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`
}
