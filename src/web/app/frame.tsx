import { Suspense, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { useMayWrite, useSession } from '#web/data/session.ts'
import { paths } from './paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { ToastRegion } from '#web/ui/toast.tsx'
import { frameWords } from './words.ts'
import { AnalyseField } from '#web/analyse/analyse-field.tsx'
import { Rail } from './sidebar.tsx'
import { isOpen } from './require-key.ts'
import { useAfterPaint } from './use-after-paint.ts'
import styles from './frame.module.css'

const loadExtras = () => import('./extras.lazy.tsx')
const Open = lazyOr(
  () => import('./visitor-pages.lazy.tsx').then((file) => file.OpenPages),
  () => <p role="alert">{frameWords.broken}</p>,
)

/** What stands around every page, or, for whoever has no key, the pages that open without one. */
export function Frame() {
  const { key } = useSession()
  const [hadKey] = useState(key !== null)
  const { pathname, search, hash } = useLocation()
  // Who signed out in the settings does not want to come back to them.
  const signedOut = hadKey && pathname === paths.settings()
  if (!key && isOpen(pathname)) {
    return (
      <Suspense fallback={null}>
        <Open />
      </Suspense>
    )
  }
  if (!key) return <Navigate to={paths.signIn(signedOut ? undefined : pathname + search + hash)} replace />
  return <KeyFrame />
}

/** Rail, top bar, the field that analyses a URL, and the regions that speak. */
function KeyFrame() {
  const { state } = useNavigation()
  const extras = useAfterPaint(loadExtras)
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
      <Rail>{extras && <extras.RailMore />}</Rail>
      <div className={styles.column}>
        <header className={styles.top}>
          {useMayWrite() && <AnalyseField />}
          <Button
            icon="search"
            className={styles.jump}
            aria-keyshortcuts={extras && 'Control+K Meta+K'}
            onClick={() =>
              void loadExtras().then(
                (loaded) => loaded.openPalette(),
                () => {},
              )
            }
          >
            {frameWords.jump}
            <kbd>{frameWords.jumpKeys}</kbd>
          </Button>
        </header>
        {state !== 'idle' && <div className={styles.progress} aria-hidden="true" />}
        {extras && <extras.Banners />}
        <main id="main" className={styles.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <LiveRegion />
      <ToastRegion label={frameWords.notifications} closeLabel={frameWords.dismiss} />
      {extras && <extras.Unseen />}
      <ScrollRestoration />
    </div>
  )
}
