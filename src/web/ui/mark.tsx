import styles from './mark.module.css'

/** The product's mark: three bars of different height. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <path d="M5.5 14v-3.5M10 14V6M14.5 14V8.5" />
    </svg>
  )
}
