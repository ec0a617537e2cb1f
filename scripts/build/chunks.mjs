import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { root } from '../support/root.mjs'

/** The folder of the built dashboard. */
export const webFolder = join(root, 'dist', 'web')

/**
 * The module of each page.
 * @type {Record<PageName, string>}
 */
export const pageModules = {
  overview: 'src/web/overview/overview-page.tsx',
  reports: 'src/web/reports/reports-page.tsx',
  newReport: 'src/web/analyse/new-report-page.tsx',
  report: 'src/web/reports/report-page.tsx',
  reportDocument: 'src/web/document/document-page.tsx',
  websiteDocument: 'src/web/document/document-page.tsx',
  listDocument: 'src/web/document/document-page.tsx',
  websites: 'src/web/websites/websites-page.tsx',
  website: 'src/web/websites/website-page.tsx',
  crawl: 'src/web/websites/crawls/crawl-page.tsx',
  against: 'src/web/websites/against/against-page.tsx',
  websitePrivacy: 'src/web/privacy/privacy-page.tsx',
  websiteIdentity: 'src/web/identity/identity-page.tsx',
  websiteGoogle: 'src/web/google/website-google-page.tsx',
  client: 'src/web/clients/client-page.tsx',
  checks: 'src/web/checks/checks-page.tsx',
  check: 'src/web/checks/checks-page.tsx',
  views: 'src/web/views/views-page.tsx',
  links: 'src/web/links/links-page.tsx',
  runs: 'src/web/runs/runs-page.tsx',
  redirects: 'src/web/runs/redirects-page.tsx',
  alerts: 'src/web/alerts/alerts-page.tsx',
  settings: 'src/web/settings/account-page.tsx',
  appearance: 'src/web/settings/appearance-page.tsx',
  shortcuts: 'src/web/settings/shortcuts-page.tsx',
  sessions: 'src/web/settings/sessions-page.tsx',
  people: 'src/web/settings/people-page.tsx',
  signInSettings: 'src/web/settings/sign-in-settings-page.tsx',
  googleSettings: 'src/web/google/google-settings-page.tsx',
  keys: 'src/web/settings/keys-page.tsx',
  clients: 'src/web/clients/clients-page.tsx',
  brand: 'src/web/document/brand-page.tsx',
  trackers: 'src/web/settings/trackers-page.tsx',
  activity: 'src/web/settings/activity-page.tsx',
  settingsChecks: 'src/web/checks/checks-page.tsx',
  signIn: 'src/web/session/sign-in-page.tsx',
  account: 'src/web/session/account-page.tsx',
  reset: 'src/web/session/reset-page.tsx',
  link: 'src/web/app/visitor/visitor-link-page.tsx',
  linkedReport: 'src/web/app/visitor/visitor-link-page.tsx',
}

/**
 * The further modules of a visitor's page, preloaded when the service knows that the page is shared.
 * @type {Partial<Record<PageName, string[]>>}
 */
export const visitorModules = {
  report: [
    'src/web/app/visitor/visitor-pages.tsx',
    'src/web/reports/visitor-report-pages.tsx',
    'src/web/reports/report/report-facts.tsx',
  ],
  website: ['src/web/app/visitor/visitor-pages.tsx', 'src/web/websites/visitor-website.tsx'],
  link: ['src/web/reports/visitor-report.tsx', 'src/web/reports/report/report-facts.tsx'],
}

/**
 * @typedef {import('#contract/dashboard-pages.ts').PageName} PageName
 * @typedef {{ file: string, css?: string[], imports?: string[] }} Chunk
 * @typedef {Record<string, Record<string, number>>} Modules by file: the length of each module in it
 * @typedef {{ html: string, manifest: Record<string, Chunk>, modules: Modules }} Build
 */

/** @returns {Build} */
export function readBuild() {
  const read = (/** @type {string} */ name) => readFileSync(join(webFolder, name), 'utf8')
  if (!existsSync(join(webFolder, 'index.html')))
    throw new Failure("The dashboard hasn't been built. Run `npm run build` first.")
  return {
    html: read('index.html'),
    manifest: JSON.parse(read('.vite/manifest.json')),
    modules: JSON.parse(read('.vite/modules.json')),
  }
}

/**
 * The files, everything they import, and the style sheets of all of them.
 * @param {Build} build
 * @param {Iterable<string>} files
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
export function withImports(build, files, found = new Set()) {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const chunk = Object.values(build.manifest).find((one) => one.file === file)
    for (const sheet of chunk?.css ?? []) found.add(sheet)
    const imported = (chunk?.imports ?? []).flatMap((key) => build.manifest[key]?.file ?? [])
    withImports(build, imported, found)
  }
  return found
}

/**
 * The files that index.html names: scripts, style sheets, preloads and icons.
 * @param {Build} build
 */
export function filesOfShell({ html }) {
  const tags = html.match(/<(?:script|link)\b[^<>]*>/g) ?? []
  return tags
    .filter((tag) => !/rel="(canonical|alternate|search)"/.test(tag))
    .flatMap((tag) => /\b(?:src|href)="\/([^"]+)"/.exec(tag)?.[1] ?? [])
}

/**
 * The files a page needs before it can run, without those that index.html names.
 * @param {Build} build
 * @param {string} page
 */
export function filesOfPage(build, page) {
  const file = Object.keys(build.modules).find((name) =>
    Object.keys(build.modules[name] ?? {}).some((id) => id.endsWith(`/${page}`)),
  )
  if (!file)
    throw new Failure(`The build has no chunk with ${page}: the table of pages in scripts/build/chunks.mjs is wrong.`)
  const atOnce = withImports(build, filesOfShell(build))
  return [...withImports(build, [file])].filter((name) => !atOnce.has(name))
}

/**
 * The files that the service's shell preloads for each page, so that they don't wait for the first script, and those
 * that visitors need besides.
 * @param {Build} build
 * @returns {{ pages: Record<string, string[]>, visitors: Record<string, string[]> }}
 */
export function preloads(build) {
  const known = Object.values(pageModules)
  const found = Object.values(build.modules)
    .flatMap((ids) => Object.keys(ids))
    .filter((id) => /\/src\/web\/[^/]+\/[^/]*-page\.tsx$/.test(id))
  const lost = found.filter((id) => !id.endsWith('/not-found-page.tsx') && !known.some((page) => id.endsWith(page)))
  if (lost.length > 0) throw new Failure(`The table of pages in scripts/build/chunks.mjs lacks ${lost.join(', ')}.`)
  const filesOf = (/** @type {string[]} */ modules) => [
    ...new Set(modules.flatMap((one) => filesOfPage(build, one)).map((file) => `/${file}`)),
  ]
  /** @type {Record<string, string[]>} */
  const pages = Object.fromEntries(Object.entries(pageModules).map(([page, module]) => [page, filesOf([module])]))
  const visitors = Object.entries(visitorModules).map(([page, modules]) => [
    page,
    filesOf(modules).filter((file) => !pages[page]?.includes(file)),
  ])
  return { pages, visitors: Object.fromEntries(visitors) }
}
