import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

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
    <label className={classes(styles.select, size && styles.small)}>
      <span className={styles.label}>{label}</span>
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
