import { type ReactNode, useEffect } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** The document's title if `title` isn't plain text. */
  documentTitle?: string | undefined
  lead?: ReactNode
  crumbs?: ReactNode
  actions?: ReactNode
}

/** The page's h1, which is focused after navigation, and the document's title. */
export function PageHeader({ title, documentTitle, lead, crumbs, actions }: PageHeaderProps) {
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined)
  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
    if (name) document.title = product ? `${name} · ${product}` : name
  }, [name])
  return (
    <header className={styles.header}>
      {crumbs && <div className={styles.crumbs}>{crumbs}</div>}
      <div className={styles.row}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}

/** Focuses the page's heading, for when the focused element has disappeared. */
export const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
