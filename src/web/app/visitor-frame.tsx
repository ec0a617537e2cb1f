import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router-dom'
import { useSession } from '#web/data/session.ts'
import { Banners } from './banners.tsx'
import { useRouteFocus } from './use-route-focus.ts'
import { paths } from './paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import * as rareIcons from '#web/ui/rare-icons.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { setPreferences, usePreferences } from '#web/ui/preferences.ts'
import { ToastRegion } from '#web/ui/toast.tsx'
import { frameWords } from './words.ts'
import { sharedWords as words } from '#web/session/visitor-words.ts'
import styles from './visitor-frame.module.css'

type SharedFrameProps = {
  /** Somebody's report or website, and not what is told to everybody. */
  isShared: boolean
  /** The address of the link that opened the page: whatever is outside of it is another page, read by whoever has a key. */
  link?: string
  children: ReactNode
}

/** What stands around the pages that open without a key. */
export function SharedFrame({ isShared, link, children }: SharedFrameProps) {
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
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {frameWords.skip}
      </a>
      <header className={styles.top}>
        {isShared ? (
          <span className={styles.brand}>{brand}</span>
        ) : (
          <Link to={paths.checks()} className={styles.brand}>
            {brand}
          </Link>
        )}
        {isShared && <p className={styles.note}>{words.readOnly}</p>}
        <span className={styles.ways}>
          <SchemeButton />
          <Link
            to={key ? paths.reports() : paths.signIn(link === undefined ? pathname + search + hash : undefined)}
            className={buttonClass()}
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

/** A link out of `link` is followed by the browser, not by the router: outside of it somebody else reads. */
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
      icon={rareIcons.contrast}
      iconOnly
      onClick={() => setPreferences({ scheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? words.light : words.dark}
    </Button>
  )
}
