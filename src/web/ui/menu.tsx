import { Suspense, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { lazyPart } from './lazy-part.tsx'

export type MenuItem = {
  label: string
  icon?: IconName | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

type MenuProps = {
  label: string
  icon?: IconName | undefined
  size?: 's' | undefined
  showLabel?: boolean | undefined
  startOpen?: boolean | undefined
  items: MenuItem[]
}

const load = () => import('./menu-list.tsx')
const MenuList = lazyPart(() => load().then((file) => file.MenuList))

/** A button that opens a list of actions: arrow keys, Home, End and first letters move, Escape gives the focus back. */
export function Menu({ label, icon = 'more', size, showLabel, startOpen = false, items }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(startOpen)
  const button = useRef<HTMLButtonElement>(null)
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
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <Suspense>
          <MenuList id={id} label={label} items={items} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
