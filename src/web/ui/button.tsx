import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

export type ButtonStyle = {
  variant?: 'main' | 'plain' | 'danger' | undefined
  size?: 's' | undefined
  iconOnly?: boolean | undefined
}

/** The class of a link that looks like a button. */
export const buttonClass = ({ variant, size, iconOnly }: ButtonStyle = {}) =>
  classes(styles.button, variant && styles[variant], size && styles.small, iconOnly && styles.iconOnly)

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { icon?: IconName | undefined; busy?: boolean | undefined }

/** With `iconOnly`, the children are the button's accessible name and its tooltip. */
export function Button({ variant, size, icon, iconOnly, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ variant, size, iconOnly }), busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      title={rest.title ?? (iconOnly && typeof children === 'string' ? children : undefined)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {iconOnly ? <span className="hidden-visually">{children}</span> : children}
    </button>
  )
}
