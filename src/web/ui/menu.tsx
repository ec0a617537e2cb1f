import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export type MenuItem = { label: string; icon?: IconName | undefined; danger?: boolean | undefined; disabled?: boolean | undefined; onSelect: () => void }

type MenuProps = { label: string; icon?: IconName | undefined; size?: 's' | undefined; showLabel?: boolean | undefined; items: MenuItem[] }

const moves: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a list of actions: arrow keys, Home, End and first letters move, Escape gives the focus back. */
export function Menu({ label, icon = 'more', size, showLabel, items }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    const popover = list.current
    if (!open || !popover || !button.current) return
    popover.showPopover()
    place(popover, button.current)
    entries()[0]?.focus({ preventScroll: true })
    const close = () => setOpen(false)
    addEventListener('resize', close)
    addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', close)
      removeEventListener('scroll', close, { capture: true })
    }
  }, [open])

  const close = () => {
    list.current?.hidePopover()
    button.current?.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const now = all.indexOf(document.activeElement as HTMLElement)
    const move = moves[event.key]
    const byLetter = event.key.length === 1 && [...all.slice(now + 1), ...all].find((one) => one.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))
    if (event.key === 'Tab') return close()
    if (!move && !byLetter) return
    event.preventDefault()
    ;(byLetter || all[move?.(now, all.length) ?? 0])?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        icon={icon}
        iconOnly={!showLabel}
        size={size}
        variant={showLabel ? undefined : 'plain'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <div
          ref={list}
          id={id}
          popover="auto"
          role="menu"
          aria-label={label}
          className={styles.menu}
          onKeyDown={onKeyDown}
          onToggle={(event) => event.newState === 'closed' && setOpen(false)}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              disabled={item.disabled}
              className={classes(styles.item, item.danger && styles.danger)}
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
      )}
    </>
  )
}

/** Under the button's end, or above it where there is no room below. */
function place(popover: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = at.bottom + 4 + height < innerHeight
  popover.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - 4 - height)}px`
  popover.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`
}
