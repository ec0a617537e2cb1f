/**
 * The modules of `src` and their permitted imports. `import-rules.ts` turns this table into lint rules, the TypeScript
 * projects separate the big modules, and `import-rules.test.ts` writes forbidden imports and expects an error for each.
 */
export type Module = {
  /** Its folder, or the files of its own, from the repository's root. */
  folder: string
  alias: string
  /** The modules it can import. */
  canImport: string[]
  /** Single files of other modules that it can import. */
  files: string[]
  /** Modules of which it can import types only. */
  typesOf: string[]
  /** The only packages it can import; absent, any. */
  packages?: string[]
}

const module = (name: string, canImport: string[], more: Partial<Module> = {}): Module => ({
  folder: `src/${name}`,
  alias: `#${name}`,
  canImport,
  files: [],
  typesOf: [],
  ...more,
})

const serviceModules = [
  'store',
  'fetcher',
  'renderer',
  'identity',
  'jobs',
  'present',
  'access',
  'oidc',
  'google',
  'http',
  'visitors',
  'previews',
  'shell',
  'pdf',
  'gateway',
  'commands',
].map((name) => `service/${name}`)

/** The files through which others use a feature. */
const publicFiles: Record<string, string[]> = {
  reports: ['create-report.ts', 'first-run/first-run.tsx', 'reports-list.tsx', 'words.ts'],
  findings: [
    'assign-dialog.tsx',
    'assign-issues.ts',
    'issue-actions.tsx',
    'words.ts',
    'findings.tsx',
    'mutations.ts',
    'plan.tsx',
    'queries.ts',
    'waiver-dialog.tsx',
  ],
  websites: ['set-client.ts', 'website-columns.tsx', 'websites-list.tsx', 'words.ts'],
  privacy: ['bulk-privacy-dialog.tsx', 'privacy-link.tsx', 'words.ts'],
  document: ['brand-fields.tsx', 'download-pdf.ts'],
  schedules: ['queries.ts', 'schedule-button.tsx', 'schedules-list.tsx', 'words.ts'],
  alerts: ['alerts-button.tsx', 'queries.ts'],
  views: ['opened-view.tsx', 'view-count.tsx'],
  links: ['mutations.ts', 'share-button.tsx'],
  checks: ['check-body.tsx', 'check-view.ts', 'outcome.tsx', 'queries.ts', 'tickets.tsx', 'words.ts'],
  session: [
    'account-requests.ts',
    'password-form.tsx',
    'providers.tsx',
    'try-server.ts',
    'visitor-refusal.tsx',
    'ways-in.ts',
    'words.ts',
  ],
  foreign: ['list-deviations.tsx', 'unreadable-rows.tsx', 'value-tree.tsx'],
  jobs: ['adding.tsx', 'http-fallback.ts', 'job-card.tsx', 'job-lines.tsx', 'queries.ts', 'start-job.ts', 'words.ts'],
  identity: ['queries.ts'],
  google: ['at-risk-card.tsx', 'search-chart.tsx', 'search-tab.tsx', 'words.ts'],
}

/** The features, and their imports from others. */
const features: Record<string, string[]> = {
  reports: ['checks', 'findings', 'foreign', 'google', 'links', 'privacy', 'session', 'views'],
  websites: [
    'alerts',
    'checks',
    'document',
    'findings',
    'foreign',
    'google',
    'jobs',
    'links',
    'privacy',
    'reports',
    'schedules',
    'session',
    'views',
  ],
  findings: ['checks'],
  views: ['alerts', 'schedules'],
  schedules: [],
  alerts: ['schedules'],
  links: ['privacy'],
  privacy: ['identity'],
  identity: [],
  google: [],
  overview: ['jobs', 'reports', 'websites'],
  analyse: ['jobs', 'reports'],
  jobs: ['reports'],
  runs: ['jobs', 'schedules'],
  settings: ['checks', 'links', 'session'],
  session: ['checks'],
  document: ['checks', 'session'],
  checks: [],
  clients: ['document', 'websites'],
}

const filesOf = (...names: string[]) =>
  names.flatMap((name) => (publicFiles[name] ?? []).map((file) => `#web/${name}/${file}`))
/** The one file of the app that features can import. */
const paths = '#web/app/paths.ts'

export const modules: Module[] = [
  module('contract', [], { packages: ['zod'] }),
  module('analyser', ['contract']),
  module('conformance', ['contract'], { files: ['#service/routes.ts'] }),
  module('service', ['contract', ...serviceModules], { files: ['#analyser/catalogue.ts'] }),
  module('service/store', ['contract'], {
    files: [
      '#analyser/page-facts.ts',
      '#analyser/page-state.ts',
      '#analyser/facts/robots-rules.ts',
      '#service/start-error.ts',
    ],
  }),
  module('service/fetcher', ['contract'], {
    files: [
      '#analyser/fetched-page.ts',
      '#analyser/link-answers.ts',
      '#analyser/probe.ts',
      '#analyser/production-host.ts',
    ],
  }),
  module('service/renderer', ['contract', 'service/fetcher'], {
    files: ['#analyser/fetched-page.ts', '#analyser/facts/robots-rules.ts', '#analyser/facts/robots-txt.ts'],
  }),
  module('service/identity', ['contract', 'service/store'], {
    files: ['failures.ts', 'identity.ts', 'signature.ts'].map((file) => `#service/fetcher/${file}`),
  }),
  module(
    'service/jobs',
    [
      'contract',
      'analyser',
      'service/store',
      'service/fetcher',
      'service/renderer',
      'service/identity',
      'service/google',
    ],
    { files: ['#service/current-work.ts'] },
  ),
  module('service/present', ['contract'], {
    files: [
      '#analyser/compare/compare-checks.ts',
      '#analyser/describe-checks.ts',
      '#analyser/evaluate.ts',
      '#analyser/page-facts.ts',
      '#analyser/fetched-page.ts',
      '#analyser/facts/metadata.ts',
      '#analyser/indexability.ts',
      '#analyser/rich-results/match.ts',
      '#analyser/website-structure.ts',
    ],
    typesOf: ['service/store'],
  }),
  module('service/access', ['contract', 'service/store']),
  module('service/oidc', ['contract', 'service/access', 'service/identity', 'service/store'], {
    files: ['#service/fetcher/provider-fetch.ts'],
  }),
  module('service/google', ['contract', 'service/identity', 'service/store'], {
    files: ['#service/fetcher/google-fetch.ts', '#service/fetcher/provider-fetch.ts', '#service/oidc/attempts.ts'],
  }),
  module(
    'service/http',
    [
      'contract',
      'service/access',
      'service/oidc',
      'service/google',
      'service/identity',
      'service/store',
      'service/present',
    ],
    {
      files: [
        '#service/current-work.ts',
        '#service/jobs/purge.ts',
        '#service/jobs/analyser-pool.ts',
        '#service/jobs/analysis-queue.ts',
        '#service/jobs/bounded-queue.ts',
        '#service/fetcher/failures.ts',
        '#service/fetcher/google-fetch.ts',
        '#service/fetcher/page-url.ts',
        '#service/fetcher/signature.ts',
        '#service/fetcher/try-identity.ts',
        '#analyser/catalogue.ts',
        '#analyser/changed-checks.ts',
        '#analyser/describe-checks.ts',
        '#analyser/facts/fingerprint.ts',
        '#analyser/facts/image-file.ts',
        '#analyser/page-state.ts',
        '#analyser/website-structure.ts',
      ],
    },
  ),
  module('service/visitors', ['contract', 'service/http', 'service/access', 'service/store', 'service/present'], {
    files: ['#service/jobs/analysis-queue.ts', '#service/jobs/bounded-queue.ts'],
  }),
  module('service/previews', ['contract', 'service/http', 'service/access', 'service/store', 'service/present'], {
    files: ['#service/visitors/share-link-content.ts'],
  }),
  module('service/shell', ['contract', 'service/http', 'service/previews']),
  module('service/pdf', ['contract', 'service/http'], {
    files: ['#service/jobs/bounded-queue.ts', '#service/renderer/process-watch.ts', '#service/renderer/workspace.ts'],
  }),
  module('service/gateway', ['contract', 'service/fetcher', 'service/http']),
  module('service/commands', ['contract', 'service', ...serviceModules.filter((name) => name !== 'service/commands')], {
    files: [
      '#analyser/catalogue.ts',
      '#analyser/facts/fingerprint.ts',
      '#analyser/facts/text-width.ts',
      '#analyser/fetched-page.ts',
      '#analyser/probe.ts',
    ],
  }),
  // Tests of the whole service, which no module imports.
  module('service/scenarios', ['contract', 'service', ...serviceModules], { files: ['#analyser/catalogue.ts'] }),
  module('web/ui', [], {
    files: ['#contract/format/dates.ts'],
    packages: [
      'react',
      'react-dom',
      'react-error-boundary',
      'react-router-dom',
      '@base-ui/react',
      '@tanstack/react-table',
      'punycode',
    ],
  }),
  module('web/data', ['contract'], { files: ['#web/ui/store.ts'] }),
  module('web/forms', ['contract', 'web/data', 'web/ui']),
  module('web/list', ['contract', 'web/data', 'web/ui'], { files: filesOf('foreign') }),
  // The queries of reports, websites, views and links, which several features read, and the way a website is named and
  // chosen.
  module('web/resources', ['contract', 'web/data', 'web/list', 'web/ui'], { files: [paths] }),
  module('web/foreign', ['contract', 'web/data', 'web/ui'], { files: [paths, ...filesOf('checks')] }),
  ...Object.entries(features).map(([name, uses]) =>
    module(`web/${name}`, ['contract', 'web/data', 'web/forms', 'web/list', 'web/resources', 'web/ui'], {
      files: [paths, ...filesOf(...uses), '#analyser/facts/text-width.ts'],
    }),
  ),
  module('web/app', [
    'contract',
    'web/data',
    'web/ui',
    'web/forms',
    'web/list',
    'web/resources',
    'web/foreign',
    ...Object.keys(features).map((name) => `web/${name}`),
  ]),
  // For tests alone, so no module of the product can import it.
  module('testing', ['contract', 'analyser', 'service', ...serviceModules]),
]
