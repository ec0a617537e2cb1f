import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { type LoaderFunction, Outlet, redirect, type RouteObject } from 'react-router-dom'
import { pagePaths } from '#contract/dashboard-pages.ts'
import { AnalysesProvider } from '#web/analyse/analyses.tsx'
import { isVisitor } from '#web/data/reader.ts'
import { onOwnService, serviceInfoQuery } from '#web/data/service.ts'
import { watchPerson } from '#web/data/session.ts'
import { KeptSelection } from '#web/list/selection.tsx'
import * as reportsPage from '#web/reports/reports-page.tsx'
import { PageSkeleton } from '#web/ui/page.tsx'
import { dropToasts } from '#web/ui/toast.tsx'
import { Frame } from './frame.tsx'
import { base, paths } from './paths.ts'
import { leaveVisit, requireKey, requireOwnService } from './require-key.ts'
import { RouteError } from './route-error.tsx'

type PageFile = { Component: ComponentType; loader?: LoaderFunction }

const isStatic = import.meta.env.MODE === 'static'

/** The files of the pages, each loaded when its page is opened. */
const files = {
  overview: () => import('#web/overview/overview-page.tsx'),
  newReport: () => import('#web/analyse/new-report-page.tsx'),
  report: () => import('#web/reports/report-page.tsx'),
  document: () => import('#web/document/document-page.tsx'),
  websites: () => import('#web/websites/websites-page.tsx'),
  website: () => import('#web/websites/website-page.tsx'),
  crawl: () => import('#web/websites/crawls/crawl-page.tsx'),
  against: () => import('#web/websites/against/against-page.tsx'),
  privacy: () => import('#web/privacy/privacy-page.tsx'),
  identity: () => import('#web/identity/identity-page.tsx'),
  websiteGoogle: () => import('#web/google/website-google-page.tsx'),
  client: () => import('#web/clients/client-page.tsx'),
  clients: () => import('#web/clients/clients-page.tsx'),
  checks: () => import('#web/checks/checks-page.tsx'),
  views: () => import('#web/views/views-page.tsx'),
  links: () => import('#web/links/links-page.tsx'),
  runs: () => import('#web/runs/runs-page.tsx'),
  redirects: () => import('#web/runs/redirects-page.tsx'),
  alerts: () => import('#web/alerts/alerts-page.tsx'),
  settingsLayout: () => import('#web/settings/settings-layout.tsx'),
  account: () => import('#web/settings/account-page.tsx'),
  sessions: () => import('#web/settings/sessions-page.tsx'),
  people: () => import('#web/settings/people-page.tsx'),
  signInSettings: () => import('#web/settings/sign-in-settings-page.tsx'),
  googleSettings: () => import('#web/google/google-settings-page.tsx'),
  appearance: () => import('#web/settings/appearance-page.tsx'),
  shortcuts: () => import('#web/settings/shortcuts-page.tsx'),
  keys: () => import('#web/settings/keys-page.tsx'),
  brand: () => import('#web/document/brand-page.tsx'),
  trackers: () => import('#web/settings/trackers-page.tsx'),
  activity: () => import('#web/settings/activity-page.tsx'),
  notFound: () => import('./not-found-page.tsx'),
  visitorLink: () => import('./visitor/visitor-link-page.tsx'),
  signIn: isStatic
    ? () => import('#web/session/choose-server-page.tsx')
    : () => import('#web/session/sign-in-page.tsx'),
  newAccount: () => import('#web/session/account-page.tsx'),
  reset: () => import('#web/session/reset-page.tsx'),
} satisfies Record<string, () => Promise<PageFile>>

/** A page that is loaded when it is opened. The router keeps a failed `lazy` forever; a loader is called again. */
function page(load: () => Promise<PageFile>): Pick<RouteObject, 'loader' | 'Component'> {
  let file: PageFile | undefined
  return {
    loader: async (args) => {
      file = await load()
      return file.loader?.(args) ?? null
    },
    Component: () => file && <file.Component />,
  }
}

/** Loads the pages that aren't open yet. One that fails is loaded again when it is opened. */
export const prefetchPages = () => Object.values(files).forEach((load) => void load().catch(() => {}))

/** Pages that other servers don't have. */
const ofOwnService = (children: RouteObject[]): RouteObject => ({ middleware: [requireOwnService], children })

const pages: RouteObject[] = [
  ofOwnService([
    { index: true, ...page(files.overview) },
    ...[pagePaths.reportDocument, pagePaths.websiteDocument, pagePaths.listDocument].map((path) => ({
      path,
      ...page(files.document),
    })),
    { path: pagePaths.crawl, ...page(files.crawl) },
    { path: `${pagePaths.against}?`, ...page(files.against) },
    { path: pagePaths.websiteIdentity, ...page(files.identity) },
    { path: pagePaths.websiteGoogle, ...page(files.websiteGoogle) },
    { path: pagePaths.client, ...page(files.client) },
    { path: pagePaths.views, ...page(files.views) },
    { path: pagePaths.runs, ...page(files.runs) },
    { path: pagePaths.redirects, ...page(files.redirects) },
    { path: pagePaths.alerts, ...page(files.alerts) },
  ]),
  { path: pagePaths.reports, ...reportsPage },
  { path: pagePaths.newReport, ...page(files.newReport) },
  { path: pagePaths.report, ...page(files.report) },
  { path: pagePaths.websites, ...page(files.websites) },
  { path: pagePaths.website, ...page(files.website) },
  { path: pagePaths.websitePrivacy, ...page(files.privacy) },
  { path: `${pagePaths.check}?`, ...page(files.checks) },
  {
    ...page(files.settingsLayout),
    children: [
      { path: pagePaths.settings, ...page(files.account) },
      { path: pagePaths.appearance, ...page(files.appearance) },
      { path: pagePaths.shortcuts, ...page(files.shortcuts) },
      { path: pagePaths.trackers, ...page(files.trackers) },
      { path: pagePaths.settingsChecks, ...page(files.checks) },
      ofOwnService([
        { path: pagePaths.sessions, ...page(files.sessions) },
        { path: pagePaths.people, ...page(files.people) },
        { path: pagePaths.signInSettings, ...page(files.signInSettings) },
        { path: pagePaths.googleSettings, ...page(files.googleSettings) },
        { path: pagePaths.keys, ...page(files.keys) },
        { path: pagePaths.clients, ...page(files.clients) },
        { path: pagePaths.brand, ...page(files.brand) },
        { path: pagePaths.activity, ...page(files.activity) },
        { path: pagePaths.links, ...page(files.links) },
      ]),
    ],
  },
  // Their former page.
  { path: 'links', loader: ({ request }) => redirect(paths.links() + new URL(request.url).search) },
  { path: `${pagePaths.settings}/*`, loader: () => redirect(paths.settings()) },
  { path: '*', ...page(files.notFound) },
]

/** Pages begin once the server has described itself, and load meanwhile. A person can sign in later than the route. */
function Described() {
  const { data, error } = useQuery({ ...serviceInfoQuery(), enabled: !isVisitor() })
  if (isVisitor() || data !== undefined) return <Outlet />
  if (error) throw error
  return <PageSkeleton />
}

/** A page without the frame, at which nobody needs to be signed in. */
const entrance = (path: string, load: () => Promise<PageFile>): RouteObject => ({
  path,
  ...page(load),
  ErrorBoundary: RouteError,
  HydrateFallback: () => null,
})

const all: RouteObject[] = [
  entrance(pagePaths.signIn, files.signIn),
  // Only the dashboard of a server's own has accounts and share links.
  ...(isStatic
    ? []
    : [
        entrance(pagePaths.account, files.newAccount),
        entrance(pagePaths.reset, files.reset),
        entrance(`${pagePaths.link}/*`, files.visitorLink),
      ]),
  {
    Component: Frame,
    ErrorBoundary: RouteError,
    middleware: [leaveVisit, requireKey],
    children: [
      {
        loader: onOwnService,
        shouldRevalidate: () => false,
        Component: Described,
        ErrorBoundary: RouteError,
        HydrateFallback: PageSkeleton,
        children: pages,
      },
    ],
  },
]

/** Keeps what outlives the page on screen. */
function Root() {
  // Another person must not read or undo what this one did.
  useEffect(() => watchPerson(dropToasts), [])
  return (
    <KeptSelection>
      <AnalysesProvider>
        <Outlet />
      </AnalysesProvider>
    </KeptSelection>
  )
}

/** Every route. A page is a module that exports `Component` and, if needed, `loader`. */
export const routes: RouteObject[] = [{ ...(base && { path: base }), Component: Root, children: all }]
