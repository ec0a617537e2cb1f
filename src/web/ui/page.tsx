import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, type To } from 'react-router-dom'
import { Button, buttonClass } from './button.tsx'
import { classes } from './classes.ts'
import { rowLinks } from './row-cursor.ts'
import styles from './page.module.css'

/** The first links of a page, visible on focus: to `main`, and to the first of its rows if it has any. */
export const SkipLinks = ({ page, rows }: { page: string; rows: string }) =>
  ([page, rows] as const).map((label, index) => (
    <a
      key={label}
      className={`not-printed ${styles.skip}`}
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>(index ? rowLinks : '#main')?.focus()
      }}
    >
      {label}
    </a>
  ))

type PageHeaderProps = {
  title: ReactNode
  /** The document's title if `title` isn't plain text. */
  documentTitle?: string | undefined
  lead?: ReactNode
  crumbs?: ReactNode
  actions?: ReactNode
  /** Actions that are behind a button on phones, and its label. */
  more?: { label: string; actions: ReactNode } | undefined
  /** Two lines in all: the crumbs, the title and what is `beside` it in one, and the lead below. */
  isDense?: boolean
  beside?: ReactNode
}

/** The page's h1, which is focused after navigation, and the document's title. */
export function PageHeader({ title, documentTitle, lead, crumbs, actions, more, isDense, beside }: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  if (isDense)
    return (
      <header className={styles.dense}>
        <div className={styles.line}>
          {crumbs && <div className={`faint small ${styles.before}`}>{crumbs}</div>}
          <h1 tabIndex={-1}>{title}</h1>
          {beside && <div className="muted small">{beside}</div>}
        </div>
        {actions && <div className={`cluster ${styles.denseActions}`}>{actions}</div>}
        <div className={`muted ${styles.denseLead}`}>{lead}</div>
      </header>
    )
  return (
    <header className="stack tight">
      {crumbs && <div className={`cluster faint small ${styles.crumbs}`}>{crumbs}</div>}
      <div className={`cluster ${styles.row}`}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <div className={`muted breaks ${styles.lead}`}>{lead}</div>}
        </div>
        {(actions || more?.actions) && (
          <div className={`cluster ${styles.actions}`}>
            {actions}
            {more?.actions && <MoreActions {...more} />}
          </div>
        )}
      </div>
    </header>
  )
}

/** A row of actions. On phones it is a sheet that a button opens. */
function MoreActions({ label, actions }: { label: string; actions: ReactNode }) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={opener} icon="more" iconOnly className={styles.open} popoverTarget={id}>
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        className={`cluster ${styles.more}`}
        // What an action opens must not lie behind the sheet. A dialog returns the focus to where it was before, and
        // Safari focuses no button that is tapped.
        onClick={({ currentTarget }) => {
          if (!currentTarget.matches(':popover-open')) return
          currentTarget.hidePopover()
          opener.current?.focus()
        }}
      >
        {actions}
      </div>
    </>
  )
}

/** Names the document, with the product's name after it. */
export function useDocumentTitle(name: string | undefined) {
  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
    if (name) document.title = product ? `${name} · ${product}` : name
  }, [name])
}

/** Focuses the page's heading, for when the focused element has disappeared. */
export const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })

/** A surface with a border. `flush` leaves the padding to its content. */
export function Card({ flush, className, ...rest }: ComponentProps<'section'> & { flush?: boolean | undefined }) {
  return <section {...rest} className={classes(styles.card, flush && styles.flush, className)} />
}

type CardHeadProps = { id: string; title: string; children?: ReactNode }

/** The heading of a flush card, which names it by its ID, and a sentence beside it. */
export const CardHead = ({ id, title, children }: CardHeadProps) => (
  <header className={`cluster ${styles.cardHead}`}>
    <h2 id={id}>{title}</h2>
    {children}
  </header>
)

type TabLinksProps = { label: string; tabs: readonly { name: string; to: To; isOpen: boolean }[] }

/** Links to the parts of a page, one of which is open. */
export const TabLinks = ({ label, tabs }: TabLinksProps) => (
  <nav className={`row not-printed ${styles.tabs}`} aria-label={label}>
    {tabs.map(({ name, to, isOpen }) => (
      <Link key={name} to={to} preventScrollReset aria-current={isOpen ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)

/** One line of a definition list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode; alert?: boolean | undefined }

/** Shown in place of rows or a page, with advice. `alert` makes screen readers read it at once. */
export function EmptyState({ title, children, actions, alert }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.emptyStateWords} role={alert ? 'alert' : undefined}>
        <h2>{title}</h2>
        {children && <div className="muted prose">{children}</div>}
      </div>
      {actions && <div className={`cluster ${styles.emptyStateActions}`}>{actions}</div>}
    </div>
  )
}

type EmptyCardProps = { title: string; text: string; to: To; action: string }

/** An empty state in a card, with a link to where to go on. */
export const EmptyCard = ({ title, text, to, action }: EmptyCardProps) => (
  <Card>
    <EmptyState
      title={title}
      actions={
        <Link to={to} className={buttonClass({ variant: 'main' })}>
          {action}
        </Link>
      }
    >
      {text}
    </EmptyState>
  </Card>
)

/** A placeholder for content that is loading; visible after 300 ms. */
export function Skeleton({
  width = '100%',
  height = '1rem',
}: {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}

/** Shown in the page's place on the very first load. */
export const PageSkeleton = () => (
  <div className="stack">
    <Skeleton width="14rem" height="1.75rem" />
    <Skeleton width="24rem" />
    <Card flush>
      <SkeletonLines count={12} />
    </Card>
  </div>
)

/** A placeholder for rows that are loading. */
export const SkeletonLines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, at) => (
    <div key={at} className={styles.expected}>
      <Skeleton width={`${40 + (at % 3) * 20}%`} height=".625rem" />
    </div>
  ))
