import { type ReactNode, useEffect } from 'react'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** For the window and history, where `title` is more than text. */
  documentTitle?: string | undefined
  lead?: ReactNode
  crumbs?: ReactNode
  actions?: ReactNode
}

/** The page's one h1, which a change of route focuses, and the window's title. */
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

/** Where the focus goes when what had it is gone: the page's heading, which names the view. */
export const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
