import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { useKeyGate } from '#web/api/key-gate.ts'
import { useSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { frameWords } from '#web/words/frame.ts'
import { AnalyseField } from './analyse-field.tsx'
import { Banners } from './banners.tsx'
import { Rail } from './rail.tsx'
import { isOpen } from './require-key.ts'
import { useRouteFocus } from './use-route-focus.ts'
import { useSearchShortcut } from './use-search-shortcut.ts'
import styles from './frame.module.css'

const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))

/** What stands around every page: rail, top bar, the field that analyses a URL, and the regions that speak. */
export function Frame() {
  const { key } = useSession()
  const [hadKey] = useState(key !== null)
  const { pathname, search, hash } = useLocation()
  const { state } = useNavigation()
  const asksForKey = useKeyGate()
  useRouteFocus()
  useSearchShortcut()
  // Who signed out in the settings does not want to come back to them.
  const signedOut = hadKey && pathname === paths.settings()
  if (!key && isOpen(pathname)) return <Outlet />
  if (!key) return <Navigate to={paths.signIn(signedOut ? undefined : pathname + search + hash)} replace />
  return (
    <div className={styles.frame}>
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
      <Rail />
      <div className={styles.column}>
        <header className={styles.top}>
          <AnalyseField />
        </header>
        {state !== 'idle' && <div className={styles.progress} aria-hidden="true" />}
        <Banners />
        <main id="main" className={styles.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <LiveRegion />
      <ToastRegion label={frameWords.notifications} closeLabel={frameWords.dismiss} />
      <ScrollRestoration />
      {asksForKey && (
        <Suspense>
          <KeyDialog />
        </Suspense>
      )}
    </div>
  )
}
