import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { lazyPart } from './lazy-part.tsx'

export type MenuItem = {
  label: string
  icon?: IconName | undefined
  /** True if this is the chosen one of several values, which come first. Undefined for an action. */
  checked?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
  disabled?: boolean | undefined
  onSelect: () => void
}

export type MenuProps = {
  label: string
  icon?: IconName | undefined
  size?: 's' | undefined
  showLabel?: boolean | undefined
  /** The page's main button, with its label. */
  variant?: 'main' | undefined
  items: MenuItem[]
}

const OpenedMenu = lazyPart(
  () => import('./opened-menu.tsx').then((file) => file.OpenedMenu),
  ({ items: _, arrow: __, onClose: ___, ...button }: OpenedMenuProps) => <MenuButton {...button} autoFocus />,
)

export type OpenedMenuProps = MenuProps & {
  /** The arrow key that opens it: down for the first item, up for the last. Undefined if it opens by the pointer. */
  arrow: 'ArrowDown' | 'ArrowUp' | undefined
  /** Called if the menu can't be loaded. */
  onClose: () => void
}

/**
 * A button that opens a list of actions: arrow keys, Home, End and first letters move, Escape closes it and restores
 * the focus. Only the button is there until the menu is first opened: a table has a menu in each row.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<Pick<OpenedMenuProps, 'arrow'> | null>(null)
  if (opened) return <OpenedMenu {...props} {...opened} onClose={() => setOpened(null)} />
  const { items: _, ...button } = props
  return (
    <MenuButton
      {...button}
      // Enter and Space click without a pointer.
      onClick={({ detail }) => setOpened({ arrow: detail === 0 ? 'ArrowDown' : undefined })}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setOpened({ arrow: event.key })
      }}
    />
  )
}

type MenuButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & Omit<MenuProps, 'items'>

export function MenuButton({ label, icon, variant, showLabel, ...rest }: MenuButtonProps) {
  const isArrow = icon === 'down' && showLabel
  return (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      icon={isArrow ? undefined : (icon ?? (variant ? undefined : 'more'))}
      iconOnly={!showLabel && !variant}
      variant={variant ?? (showLabel ? undefined : 'plain')}
    >
      {label}
      {(variant || isArrow) && <Icon name="down" />}
    </Button>
  )
}
