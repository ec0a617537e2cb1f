import { useState } from 'react'
import { Navigate, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { AnalyseMenu } from '#web/analyse/analyse-menu.tsx'
import { AnalyseNotices } from '#web/analyse/analyse-notices.tsx'
import { useIsVisiting } from '#web/data/reader.ts'
import { currentPersonId, useIsSignedIn, useKeyRequest } from '#web/data/session.ts'
import { useCanEditAny } from '#web/resources/me.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart, MissingPart } from '#web/ui/lazy-part.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { SkipLinks } from '#web/ui/page.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { Banners } from './banners.tsx'
import { CommandMenu } from './command-menu/command-menu.tsx'
import { openCommandMenu, overlay, useOverlay } from './command-menu/overlay.ts'
import { useNoteReport } from './command-menu/recent-reports.ts'
import { useShortcuts } from './command-menu/use-shortcuts.ts'
import { paths } from './paths.ts'
import { isOpenToVisitors } from './require-key.ts'
import { MissingPartNotice } from './route-error.tsx'
import { Sidebar } from './sidebar.tsx'
import { useRouteFocus } from './use-route-focus.ts'
import { frameWords } from './words.ts'
import styles from './frame.module.css'

const SignInDialog = lazyPart(() => import('#web/session/sign-in-dialog.tsx').then((file) => file.SignInDialog))
const VisitorPages = lazyPart(() => import('./visitor/visitor-pages.tsx').then((file) => file.VisitorPages))
const ShortcutsDialog = lazyPart(() => import('#web/settings/shortcuts.tsx').then((file) => file.ShortcutsDialog))
const SignOutDialog = lazyPart(() => import('#web/settings/sign-out-dialog.tsx').then((file) => file.SignOutDialog))

/** The frame around every page. Signed out, or without a grant: the pages open to visitors, or sign-in. */
export function Frame() {
  const isSignedIn = useIsSignedIn()
  const isVisiting = useIsVisiting()
  const [wasSignedIn] = useState(isSignedIn)
  const { pathname, search, hash } = useLocation()
  if (isSignedIn || isOpenToVisitors(pathname))
    return (
      <MissingPart value={MissingPartNotice}>
        {/* Nothing of another person must stay on screen. */}
        {isSignedIn && !isVisiting ? <SignedInFrame key={currentPersonId()} /> : <VisitorPages />}
      </MissingPart>
    )
  // After signing out in Settings, signing in again doesn't lead back there.
  const signedOut = wasSignedIn && pathname === paths.settings()
  return <Navigate to={paths.signIn(signedOut ? undefined : pathname + search + hash)} replace />
}

/** The sidebar, the top bar and the live regions. */
function SignedInFrame() {
  const { state } = useNavigation()
  const needsKey = useKeyRequest()
  const canEdit = useCanEditAny()
  useRouteFocus()
  return (
    <div className={styles.frame}>
      <SkipLinks page={frameWords.skip} rows={frameWords.skipToRows} />
      <Sidebar />
      <div className={styles.column}>
        <header className={`row not-printed ${styles.top}`}>
          <button
            type="button"
            className={`control row snug ${styles.jump}`}
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openCommandMenu}
          >
            <Icon name="search" />
            <span className="cut grow">{frameWords.jump}</span>
            <kbd aria-hidden="true">{frameWords.jumpKeys}</kbd>
          </button>
          <span className={styles.gap} />
          {canEdit && <AnalyseMenu />}
          {/* The bar at the bottom of phones has no room for it. */}
          <NavLink
            to={paths.settings()}
            className={`${buttonClass({ variant: 'plain', iconOnly: true })} ${styles.settings}`}
          >
            <Icon name="settings" />
            <span className="hidden-visually">{frameWords.settings}</span>
          </NavLink>
        </header>
        {state !== 'idle' && <div className={`running ${styles.progress}`} aria-hidden="true" />}
        <Banners />
        <div className={styles.overlays}>
          <Overlays />
          {needsKey && <SignInDialog />}
        </div>
        <AnalyseNotices />
        <main id="main" className={styles.page} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <LiveRegion />
      <ToastRegion label={frameWords.notifications} closeLabel={frameWords.dismiss} />
      <ScrollRestoration />
    </div>
  )
}

const close = () => overlay.set(null)

/**
 * The shortcuts of every page and their overlays: the command menu, the list of shortcuts, the question before signing
 * out.
 */
function Overlays() {
  const shown = useOverlay()
  useShortcuts()
  useNoteReport()
  if (!shown) return null
  return (
    <>
      {shown === 'menu' && <CommandMenu onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'sign-out' && <SignOutDialog onClose={close} />}
    </>
  )
}
