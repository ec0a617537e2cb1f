import { Outlet, redirect, type RouteObject } from 'react-router-dom'
import { Frame } from './frame/frame.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { requireKey } from './frame/require-key.ts'
import { RouteError } from './frame/route-error.tsx'
import * as reportsPage from './pages/reports/reports-page.tsx'
import { base, paths } from './paths.ts'

const pages: RouteObject[] = [
  { index: true, loader: () => redirect(paths.reports()) },
  { path: 'reports', ...reportsPage },
  { path: 'reports/:id', lazy: () => import('./pages/reports/report-page.tsx') },
  { path: 'websites', lazy: () => import('./pages/websites/websites-page.tsx') },
  { path: 'websites/:id', lazy: () => import('./pages/websites/website-page.tsx') },
  { path: 'websites/:id/privacy', lazy: () => import('./pages/websites/privacy-page.tsx') },
  { path: 'checks/:id?', lazy: () => import('./pages/checks/checks-page.tsx') },
  { path: 'views', lazy: () => import('./pages/views/views-page.tsx') },
  { path: 'links', lazy: () => import('./pages/links/links-page.tsx') },
  { path: 'settings/:part?', lazy: () => import('./pages/settings/settings-page.tsx') },
  { path: '*', lazy: () => import('./pages/not-found/not-found-page.tsx') },
]

const isStatic = import.meta.env.MODE === 'static'

const signIn = isStatic ? () => import('./pages/sign-in/choose-server-page.tsx') : () => import('./pages/sign-in/sign-in-page.tsx')
// What a link opens without a key is shown by the server that made the link.
const shared: RouteObject = { path: 's/:token/*', lazy: () => import('./shared/link-page.tsx'), ErrorBoundary: RouteError, HydrateFallback: () => null }

const all: RouteObject[] = [
  { path: 'sign-in', lazy: signIn, ErrorBoundary: RouteError, HydrateFallback: () => null },
  ...(isStatic ? [] : [shared]),
  {
    Component: Frame,
    ErrorBoundary: RouteError,
    middleware: [requireKey],
    children: [{ Component: Outlet, ErrorBoundary: RouteError, HydrateFallback: PageSkeleton, children: pages }],
  },
]

/** Every address there is. A page is a module of its own that exports `Component` and, if it needs one, `loader`. */
export const routes = base ? [{ path: base, children: all }] : all
