import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'

/** A checkbox or switch with its label beside it and an optional line under it. */
export function Checkbox({ label, hint, ...rest }: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <input {...rest} type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
