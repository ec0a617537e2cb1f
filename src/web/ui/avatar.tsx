import { initialsOf } from './text.ts'
import styles from './avatar.module.css'

/** The initials of a person, beside their name. */
export const Avatar = ({ name }: { name: string }) => (
  <span aria-hidden className={styles.avatar}>
    {initialsOf(name)}
  </span>
)
