// @vitest-environment happy-dom
import { matchRoutes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

const patternOf = (url: string) => {
  const { pathname } = new URL(url, 'http://localhost')
  return matchRoutes(routes, pathname)
    ?.map(({ route }) => route.path ?? '')
    .filter(Boolean)
    .join('/')
}

const urls: Record<keyof typeof paths, [url: string, pattern: string]> = {
  home: [paths.home(), ''],
  reports: [paths.reports({ result: 'bad' }), 'reports'],
  report: [paths.report(482, { list: '?result=bad&page=2' }), 'reports/:id'],
  reportDocument: [paths.reportDocument(482, '?list=sort&compare=481'), 'reports/:id/document'],
  websiteDocument: [paths.websiteDocument(7), 'websites/:id/document'],
  listDocument: [paths.listDocument('reports', '?result=bad'), 'documents/:list'],
  newReport: [paths.newReport(), 'reports/new'],
  client: [paths.client(7, 'issues'), 'clients/:id'],
  clients: [paths.clients(), 'settings/clients'],
  brand: [paths.brand(), 'settings/brand'],
  reportPreview: [paths.reportPreview(), 'reports/:id'],
  exampleReport: [paths.exampleReport(), 'reports/:id'],
  websites: [paths.websites({ sort_by: 'domain' }), 'websites'],
  website: [paths.website(7, { page: 2 }), 'websites/:id'],
  websitePages: [paths.websitePages(7, { status: '404' }), 'websites/:id'],
  websiteIssues: [paths.websiteIssues(7), 'websites/:id'],
  websiteAtRisk: [paths.websiteAtRisk(7), 'websites/:id'],
  crawl: [paths.crawl(7, 12, { compare: 11 }), 'websites/:id/crawls/:crawl'],
  against: [paths.against(7, 8), 'websites/:id/against/:other?'],
  crawls: [paths.crawls(7), 'websites/:id'],
  websitePrivacy: [paths.websitePrivacy(7), 'websites/:id/privacy'],
  websiteIdentity: [paths.websiteIdentity(7), 'websites/:id/identity'],
  websiteGoogle: [paths.websiteGoogle(7), 'websites/:id/google'],
  checks: [paths.checks('title-width'), 'checks/:id?'],
  views: [paths.views(), 'views'],
  links: [paths.links(), 'settings/sharing'],
  runs: [paths.runs({ state: 'failed' }), 'runs'],
  redirects: [paths.redirects(7, 'unnamed'), 'runs/:id/redirects'],
  schedules: [paths.schedules(), 'runs'],
  alerts: [paths.alerts(), 'alerts'],
  settings: [paths.settings(), 'settings'],
  appearance: [paths.appearance(), 'settings/appearance'],
  shortcuts: [paths.shortcuts(), 'settings/shortcuts'],
  trackers: [paths.trackers(), 'settings/trackers'],
  settingsChecks: [paths.settingsChecks(), 'settings/checks'],
  sessions: [paths.sessions(), 'settings/sessions'],
  people: [paths.people(), 'settings/people'],
  signInSettings: [paths.signInSettings(), 'settings/sign-in'],
  googleSettings: [paths.googleSettings(), 'settings/google'],
  keys: [paths.keys(), 'settings/keys'],
  account: [paths.account(), 'account'],
  reset: [paths.reset(), 'reset'],
  activity: [paths.activity(), 'settings/activity'],
  link: [paths.link('dG9rZW4'), 's/:token/*'],
  signIn: [paths.signIn('/reports?page=2'), 'sign-in'],
}

describe('every path', () => {
  it.each(Object.entries(urls))('%s leads to its route', (_, [url, pattern]) => {
    expect(patternOf(url)).toBe(pattern)
  })

  it('of a comparison leads to the choice of the other website without one', () => {
    expect(patternOf(paths.against(7))).toBe('websites/:id/against/:other?')
  })

  it('leads to the not-found page if there is no such page', () => {
    expect(patternOf('/report/7')).toBe('*')
  })
})

describe('a built path', () => {
  it('omits defaults', () => {
    expect(paths.reports()).toBe('/reports')
    expect(paths.reports({ sort: 'desc', per_page: 10, page: 1 })).toBe('/reports')
    expect(paths.reports({ result: 'bad', page: 2 })).toBe('/reports?result=bad&page=2')
  })

  it('includes the list a report was opened from', () => {
    expect(paths.report(4, { list: '?result=bad&page=2' })).toBe('/reports/4?list=result%3Dbad%26page%3D2')
    expect(paths.report(4, { list: '' })).toBe('/reports/4?list=')
    expect(paths.report(4)).toBe('/reports/4')
    expect(paths.report(4, { list: '', compare: 3 })).toBe('/reports/4?list=&compare=3')
  })

  it('leads to one check or to all', () => {
    expect([paths.checks(), paths.checks('title-width'), paths.checks('a/b')]).toEqual([
      '/checks',
      '/checks/title-width',
      '/checks/a%2Fb',
    ])
    expect(patternOf('/checks')).toBe('checks/:id?')
  })

  it('includes where to go after signing in, unless it is the default', () => {
    expect(paths.signIn('/websites/7?page=2')).toBe('/sign-in?to=%2Fwebsites%2F7%3Fpage%3D2')
    expect(paths.signIn('/reports')).toBe('/sign-in?to=%2Freports')
    expect(paths.signIn('/')).toBe('/sign-in')
  })

  it('stays below the share link at which the page was loaded', async () => {
    history.replaceState(null, '', '/s/dG9rZW4/reports/3')
    vi.resetModules()
    const { paths: linked } = await import('./paths.ts')
    history.replaceState(null, '', '/')
    // The next files of this worker load their modules at the page's own address.
    vi.resetModules()
    expect([linked.report(4, { list: '' }), linked.website(7, { result: 'bad' })]).toEqual([
      '/s/dG9rZW4/reports/4?list=',
      '/s/dG9rZW4?result=bad',
    ])
    expect(patternOf(linked.report(4))).toBe('s/:token/*')
  })
})
