import type { ReactNode } from 'react'
import styles from './segments.module.css'

type SegmentsProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** A few choices side by side: a fieldset of radio buttons with a visually hidden legend. */
export function Segments<Value extends string>({ legend, name, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={styles.segments}>
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
