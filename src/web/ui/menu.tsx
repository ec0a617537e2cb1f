import { Menu as Base } from '@base-ui/react/menu'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

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
  const choices = items.filter(({ checked }) => checked !== undefined)
  const actions = items.filter(({ checked }) => checked === undefined)
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        render={
          <Button
            icon={variant ? undefined : icon}
            iconOnly={!showLabel && !variant}
            size={size}
            variant={variant ?? (showLabel ? undefined : 'plain')}
          >
            {label}
            {variant && <Icon name="down" />}
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className={`over enters not-printed ${styles.menu}`} aria-label={label}>
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
