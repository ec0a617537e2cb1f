import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode; alert?: boolean | undefined }

/** Shown in place of rows or a page: what happened and what to do. `alert` makes screen readers read it at once. */
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
