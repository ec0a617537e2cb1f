import { Menu as Base } from '@base-ui/react/menu'
import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { MenuButton, type MenuItem, type OpenedMenuProps } from './menu.tsx'
import styles from './menu.module.css'

/** A menu, open from the start, with its button. */
export function OpenedMenu({ items, arrow, onClose: _, ...button }: OpenedMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (arrow) trigger.current?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true }))
  }, [arrow])
  const choices = items.filter(({ checked }) => checked !== undefined)
  const actions = items.filter(({ checked }) => checked === undefined)
  return (
    <Base.Root modal={false} defaultOpen={!arrow}>
      <Base.Trigger ref={trigger} render={<MenuButton {...button} autoFocus />} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className={`over enters not-printed ${styles.menu}`} aria-label={button.label}>
            {choices.length > 0 && (
              <Base.RadioGroup value={choices.find(({ checked }) => checked)?.label ?? null}>
                {choices.map((item) => (
                  <Base.RadioItem key={item.label} value={item.label} closeOnClick {...itemProps(item)} />
                ))}
              </Base.RadioGroup>
            )}
            {actions.map((item) => (
              <Base.Item key={item.label} {...itemProps(item)} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemProps = ({ label, icon, danger, className, disabled, onSelect }: MenuItem) => ({
  className: classes('option row small', styles.item, danger && styles.danger, className),
  disabled,
  onClick: onSelect,
  children: (
    <>
      {icon && <Icon name={icon} />}
      {label}
    </>
  ),
})
