import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode; alert?: boolean | undefined }

/** Stands where rows or a page would: what is the case, and what to do. With `alert` it is said as soon as it appears. */
export function EmptyState({ title, children, actions, alert }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.words} role={alert ? 'alert' : undefined}>
        <h2>{title}</h2>
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
