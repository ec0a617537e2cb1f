import styles from './skip-link.module.css'

/** The first link of a page, visible on focus: moves the focus to `main`. */
export const SkipLink = ({ label }: { label: string }) => (
  <a
    className={styles.skip}
    href="#main"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    {label}
  </a>
)
