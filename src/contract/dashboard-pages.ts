/**
 * The pages of the dashboard and their paths, below the folder it is served from. Its routes, the titles in the
 * service's HTML and the files that the build preloads for each page are all keyed by this table.
 */
export const pagePaths = {
  overview: '',
  reports: 'reports',
  newReport: 'reports/new',
  report: 'reports/:id',
  reportDocument: 'reports/:id/document',
  websites: 'websites',
  website: 'websites/:id',
  websiteDocument: 'websites/:id/document',
  listDocument: 'documents/:list',
  crawl: 'websites/:id/crawls/:crawl',
  against: 'websites/:id/against/:other',
  websitePrivacy: 'websites/:id/privacy',
  websiteIdentity: 'websites/:id/identity',
  websiteGoogle: 'websites/:id/google',
  client: 'clients/:id',
  checks: 'checks',
  check: 'checks/:id',
  views: 'views',
  runs: 'runs',
  redirects: 'runs/:id/redirects',
  alerts: 'alerts',
  settings: 'settings',
  appearance: 'settings/appearance',
  shortcuts: 'settings/shortcuts',
  sessions: 'settings/sessions',
  people: 'settings/people',
  signInSettings: 'settings/sign-in',
  googleSettings: 'settings/google',
  keys: 'settings/keys',
  clients: 'settings/clients',
  brand: 'settings/brand',
  trackers: 'settings/trackers',
  activity: 'settings/activity',
  settingsChecks: 'settings/checks',
  links: 'settings/sharing',
  signIn: 'sign-in',
  account: 'account',
  reset: 'reset',
  link: 's/:token',
  linkedReport: 's/:token/reports/:id',
} as const

export type PageName = keyof typeof pagePaths

/** The titles until a page has loaded its data. The target of a share link stays unnamed until it has been opened. */
export const pageTitles: Partial<Record<PageName, string>> = {
  overview: 'Overview',
  reports: 'Reports',
  newReport: 'Analyse a page',
  report: 'Report',
  reportDocument: 'Client report',
  websites: 'Websites',
  website: 'Website',
  websiteDocument: 'Client report',
  listDocument: 'Client report',
  crawl: 'Crawl',
  against: 'Comparison',
  websitePrivacy: 'Privacy',
  websiteIdentity: 'Access and rendering',
  websiteGoogle: 'Google',
  checks: 'Checks',
  check: 'Check',
  views: 'Manage views',
  links: 'Share links',
  runs: 'Runs',
  redirects: 'Redirect map',
  alerts: 'Alerts',
  settings: 'Your account',
  appearance: 'Appearance',
  shortcuts: 'Shortcuts',
  sessions: 'Sessions',
  people: 'People',
  signInSettings: 'Sign-in',
  googleSettings: 'Google',
  keys: 'API keys',
  client: 'Client',
  clients: 'Clients',
  brand: 'Brand',
  trackers: 'Issue trackers',
  activity: 'Activity',
  settingsChecks: 'Checks',
  signIn: 'Sign in',
  account: 'Create your account',
  reset: 'Reset your password',
}

/** The pages that visitors can open without a key: checks are public, and reports and websites may be shared. */
export const isVisitorPage = (page: PageName | undefined) =>
  page === 'checks' || page === 'check' || page === 'report' || page === 'website'

const patterns = Object.entries(pagePaths).map(
  ([page, path]) => [page as PageName, new RegExp(`^/${path.replace(/:\w+/g, '([^/]+)')}/?$`)] as const,
)

/** Returns the page at a path and the value of its first parameter; both are undefined for any other path. */
export function pageAt(pathname: string): { page?: PageName; id?: string | undefined } {
  for (const [page, pattern] of patterns) {
    const match = pattern.exec(pathname)
    if (match) return { page, id: match[1] }
  }
  return {}
}
