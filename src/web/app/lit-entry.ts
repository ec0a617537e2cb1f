import { pageAt, type PageName } from '#contract/dashboard-pages.ts'
import type { View } from '#contract/lists/views.ts'
import { readSourceList } from '#web/reports/report/source-list.ts'
import { openedView } from '#web/resources/views.ts'
import { base } from './paths.ts'

/** An entry of the sidebar, except for the pinned views. */
export type SidebarEntry = 'overview' | 'websites' | 'reports' | 'runs' | 'alerts' | 'views' | 'settings'

/** Where each page belongs. */
const entryOf: Record<PageName, SidebarEntry | null> = {
  overview: 'overview',
  reports: 'reports',
  newReport: 'reports',
  report: 'websites',
  reportDocument: 'reports',
  listDocument: 'reports',
  websites: 'websites',
  website: 'websites',
  websiteDocument: 'websites',
  crawl: 'websites',
  against: 'websites',
  websitePrivacy: 'websites',
  websiteIdentity: 'websites',
  websiteGoogle: 'websites',
  views: 'views',
  runs: 'runs',
  redirects: 'runs',
  alerts: 'alerts',
  client: 'websites',
  checks: 'settings',
  check: 'settings',
  links: 'settings',
  settings: 'settings',
  appearance: 'settings',
  shortcuts: 'settings',
  sessions: 'settings',
  people: 'settings',
  signInSettings: 'settings',
  googleSettings: 'settings',
  keys: 'settings',
  clients: 'settings',
  brand: 'settings',
  trackers: 'settings',
  activity: 'settings',
  settingsChecks: 'settings',
  signIn: null,
  account: null,
  reset: null,
  link: null,
  linkedReport: null,
}

/**
 * Returns what the sidebar marks as current: the opened view, or else one entry. A report belongs to the list it was
 * opened from, and without one to its website.
 */
export function litEntry(pathname: string, search: string, views: readonly View[]): SidebarEntry | View | null {
  const { page, id } = pageAt(pathname.slice(base.length))
  const source = page === 'report' ? readSourceList(search) : null
  if (source) {
    const [listPath = '', listSearch = ''] = source.to.split('?')
    return litEntry(listPath, listSearch && `?${listSearch}`, views)
  }
  // The reports of a website, which stand in its history, can be a view.
  const isList = ['history', null].includes(new URLSearchParams(search).get('tab'))
  const opened = isList ? openedView(pathname, search, views) : null
  if (opened?.changedTo === null) return opened.view
  if (page === 'listDocument' && id === 'websites') return 'websites'
  return page ? entryOf[page] : null
}
