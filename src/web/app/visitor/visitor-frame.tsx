import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router-dom'
import { setPreferences, usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { visitorWords as words } from '#web/session/words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/icon.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { SkipLink } from '#web/ui/page.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { Banners } from '../banners.tsx'
import { paths } from '../paths.ts'
import { useRouteFocus } from '../use-route-focus.ts'
import { frameWords } from '../words.ts'
import styles from './visitor-frame.module.css'

type VisitorFrameProps = {
  /** A shared report or website, as opposed to a public page. */
  isShared: boolean
  /**
   * The path of the share link that opened the page. Everything outside of it is read with the key, if there is one.
   */
  link?: string
  children: ReactNode
}

/** The frame around pages that open without a key. */
export function VisitorFrame({ isShared, link, children }: VisitorFrameProps) {
  const { key } = useSession()
  const { pathname, search, hash } = useLocation()
  useRouteFocus()
  const brand = (
    <>
      <Mark />
      {frameWords.product}
    </>
  )
  return (
    <div className={styles.frame} onClickCapture={link === undefined ? undefined : (event) => leaveFor(link, event)}>
      <SkipLink label={frameWords.skip} />
      <header className={`row ${styles.top}`}>
        {isShared ? (
          <span className={`row ${styles.brand}`}>{brand}</span>
        ) : (
          <Link to={paths.checks()} className={`row ${styles.brand}`}>
            {brand}
          </Link>
        )}
        {isShared && <p className={`muted ${styles.note}`}>{words.readOnly}</p>}
        <span className={`row ${styles.ways}`}>
          <SchemeButton />
          <Link
            to={key ? paths.reports() : paths.signIn(link === undefined ? pathname + search + hash : undefined)}
            // Clients of a share link have no key.
            className={buttonClass(isShared ? { variant: 'plain' } : {})}
          >
            {key ? words.toDashboard : words.signIn}
          </Link>
        </span>
      </header>
      <Banners />
      <main id="main" className={styles.page} tabIndex={-1}>
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <LiveRegion />
      <ToastRegion label={frameWords.notifications} closeLabel={frameWords.dismiss} />
      <ScrollRestoration />
    </div>
  )
}

/** A link out of `link` is followed by the browser, not the router: outside of it the reader is another one. */
function leaveFor(link: string, event: MouseEvent) {
  const anchor = event.target instanceof Element && event.target.closest('a')
  if (
    !anchor ||
    anchor.origin !== location.origin ||
    anchor.pathname === link ||
    anchor.pathname.startsWith(`${link}/`)
  )
    return
  event.stopPropagation()
}

function SchemeButton() {
  const { scheme } = usePreferences()
  const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Button
      variant="plain"
      icon="contrast"
      iconOnly
      onClick={() => setPreferences({ scheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? words.light : words.dark}
    </Button>
  )
}
