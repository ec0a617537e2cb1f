import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './text-input.module.css'

type TextInputProps = ComponentProps<'input'> & {
  icon?: IconName | undefined
  end?: ReactNode
  boxClassName?: string | undefined
}

/** A text field; `end` is shown inside it after the text (a shortcut, a reveal button). */
export function TextInput({ icon, end, boxClassName, ...rest }: TextInputProps) {
  return (
    <span className={classes(styles.box, boxClassName)}>
      {icon && <Icon name={icon} />}
      <input type="text" {...rest} />
      {end}
    </span>
  )
}
