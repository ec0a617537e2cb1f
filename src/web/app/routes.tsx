import type { ComponentType } from 'react'
import { type LoaderFunction, Outlet, redirect, type RouteObject } from 'react-router-dom'
import { pagePaths } from '#contract/dashboard-pages.ts'
import * as reportsPage from '#web/reports/reports-page.tsx'
import { PageSkeleton } from '#web/ui/page.tsx'
import { Frame } from './frame.tsx'
import { base, paths } from './paths.ts'
import { requireKey } from './require-key.ts'
import { RouteError } from './route-error.tsx'

type PageFile = { Component: ComponentType; loader?: LoaderFunction }

type LoadPage = () => Promise<PageFile>

/** Module state: filled once, by the table of routes below. */
const lazyPages: LoadPage[] = []

/** A page that is loaded when it is opened. The router would keep a failed `lazy` forever; a loader is called again. */
function page(load: LoadPage): Pick<RouteObject, 'loader' | 'Component'> {
  let file: PageFile | undefined
  lazyPages.push(load)
  return {
    loader: async (args) => {
      file = await load()
      return file.loader?.(args) ?? null
    },
    Component: () => file && <file.Component />,
  }
}

/** Loads the pages that aren't open yet. One that fails is loaded again when it is opened. */
export const prefetchPages = () => lazyPages.forEach((load) => void load().catch(() => {}))

const pages: RouteObject[] = [
  { index: true, ...page(() => import('#web/overview/overview-page.tsx')) },
  { path: pagePaths.reports, ...reportsPage },
  { path: pagePaths.newReport, ...page(() => import('#web/analyse/new-report-page.tsx')) },
  { path: pagePaths.report, ...page(() => import('#web/reports/report-page.tsx')) },
  ...[pagePaths.reportDocument, pagePaths.websiteDocument, pagePaths.listDocument].map((path) => ({
    path,
    ...page(() => import('#web/document/document-page.tsx')),
  })),
  { path: pagePaths.websites, ...page(() => import('#web/websites/websites-page.tsx')) },
  { path: pagePaths.website, ...page(() => import('#web/websites/website-page.tsx')) },
  { path: pagePaths.crawl, ...page(() => import('#web/websites/crawls/crawl-page.tsx')) },
  { path: `${pagePaths.against}?`, ...page(() => import('#web/websites/against/against-page.tsx')) },
  { path: pagePaths.websitePrivacy, ...page(() => import('#web/privacy/privacy-page.tsx')) },
  { path: pagePaths.websiteIdentity, ...page(() => import('#web/identity/identity-page.tsx')) },
  { path: `${pagePaths.check}?`, ...page(() => import('#web/checks/checks-page.tsx')) },
  { path: pagePaths.views, ...page(() => import('#web/views/views-page.tsx')) },
  { path: pagePaths.links, ...page(() => import('#web/links/links-page.tsx')) },
  { path: pagePaths.alerts, ...page(() => import('#web/alerts/alerts-page.tsx')) },
  {
    ...page(() => import('#web/settings/settings-layout.tsx')),
    children: [
      { path: pagePaths.settings, ...page(() => import('#web/settings/you-page.tsx')) },
      { path: pagePaths.appearance, ...page(() => import('#web/settings/appearance-page.tsx')) },
      { path: pagePaths.shortcuts, ...page(() => import('#web/settings/shortcuts-page.tsx')) },
      { path: pagePaths.keys, ...page(() => import('#web/settings/keys-page.tsx')) },
      { path: pagePaths.brand, ...page(() => import('#web/document/brand-page.tsx')) },
      { path: pagePaths.trackers, ...page(() => import('#web/settings/trackers-page.tsx')) },
      { path: pagePaths.activity, ...page(() => import('#web/settings/activity-page.tsx')) },
      { path: pagePaths.settingsChecks, ...page(() => import('#web/checks/checks-page.tsx')) },
    ],
  },
  { path: `${pagePaths.settings}/*`, loader: () => redirect(paths.settings()) },
  { path: '*', ...page(() => import('./not-found-page.tsx')) },
]

const isStatic = import.meta.env.MODE === 'static'

const signIn = isStatic
  ? () => import('#web/session/choose-server-page.tsx')
  : () => import('#web/session/sign-in-page.tsx')
// A share link opens on the dashboard of its own server only.
const shareLink: RouteObject = {
  path: `${pagePaths.link}/*`,
  ...page(() => import('./visitor/visitor-link-page.tsx')),
  ErrorBoundary: RouteError,
  HydrateFallback: () => null,
}

const all: RouteObject[] = [
  { path: pagePaths.signIn, ...page(signIn), ErrorBoundary: RouteError, HydrateFallback: () => null },
  ...(isStatic ? [] : [shareLink]),
  {
    Component: Frame,
    ErrorBoundary: RouteError,
    middleware: [requireKey],
    children: [{ Component: Outlet, ErrorBoundary: RouteError, HydrateFallback: PageSkeleton, children: pages }],
  },
]

/** Every route. A page is a module that exports `Component` and, if needed, `loader`. */
export const routes = base ? [{ path: base, children: all }] : all
