import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './inputs.module.css'

type TextInputProps = ComponentProps<'input'> & {
  icon?: IconName | undefined
  end?: ReactNode
  boxClassName?: string | undefined
}

/** A text field; `end` is shown inside it after the text (a shortcut, a reveal button). */
export function TextInput({ icon, end, boxClassName, ...rest }: TextInputProps) {
  return (
    <span className={classes('control row', styles.box, boxClassName)}>
      {icon && <Icon name={icon} />}
      <input type="text" {...rest} />
      {end}
    </span>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  size?: 's' | undefined
}

/** A native select with its visible label inside the control. */
export function Select<Value extends string>({ label, value, options, onChange, size }: SelectProps<Value>) {
  return (
    <label className={classes('control not-printed', styles.select, styles.labelled, size && styles.small)}>
      <span className={`muted ${styles.label}`}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  )
}

type SegmentsProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
  /** The element with the error of the choice. */
  describedBy?: string | undefined
}

/** A few choices side by side: a fieldset of radio buttons with a visually hidden legend. */
export function Segments<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  describedBy,
}: SegmentsProps<Value>) {
  return (
    <fieldset className={`picks ${styles.segments}`} aria-describedby={describedBy}>
      <legend className="hidden-visually">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
