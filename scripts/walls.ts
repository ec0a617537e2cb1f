/**
 * The modules of `src` and what each may import. `oxlint.config.ts` turns this table into lint rules, the TypeScript
 * projects enforce the walls between the big ones, and `walls.test.ts` plants bad imports and expects each to be
 * refused.
 */
export type Module = {
  /** Its folder, or the files of its own, from the repository's root. */
  folder: string
  alias: string
  /** The modules it may import. */
  mayImport: string[]
  /** Single files of other modules that it may import. */
  files: string[]
  /** Modules of which it may import types only. */
  typesOf: string[]
  /** The only packages it may import; absent, any. */
  packages?: string[]
}

const module = (name: string, mayImport: string[], more: Partial<Module> = {}): Module => ({
  folder: `src/${name}`,
  alias: `#${name}`,
  mayImport,
  files: [],
  typesOf: [],
  ...more,
})

const serviceModules = [
  'store',
  'fetcher',
  'jobs',
  'present',
  'access',
  'http',
  'public',
  'previews',
  'gateway',
  'commands',
].map((name) => `service/${name}`)

/**
 * The files through which other features use a feature. Pages without a key are among them: the app's visitor frame
 * opens them.
 */
const publicFiles: Record<string, string[]> = {
  reports: [
    'create-report.ts',
    'find-pending.ts',
    'pending-analyses.ts',
    'queries.ts',
    'report/neighbours.tsx',
    'reports-list.tsx',
    'visitor-report.tsx',
    'words.ts',
  ],
  websites: [
    'password-field.tsx',
    'privacy-link.tsx',
    'queries.ts',
    'use-website-name.ts',
    'visitor-website.tsx',
    'website-combobox.tsx',
    'website-page.module.css',
    'websites-list.tsx',
    'words.ts',
  ],
  views: ['save-view-button.tsx', 'view-path.ts'],
  links: ['queries.ts', 'share-button.tsx'],
  checks: ['queries.ts', 'words.ts'],
  analyse: [],
  settings: [],
  session: ['try-server.ts', 'visitor-refusal.tsx', 'visitor-words.ts'],
}

const features = Object.keys(publicFiles).map((name) => `web/${name}`)
const publicFilesOf = (name: string) => publicFiles[name]!.map((file) => `#web/${name}/${file}`)
const publicFilesOfOthers = (feature: string) =>
  Object.keys(publicFiles)
    .filter((name) => `web/${name}` !== feature)
    .flatMap(publicFilesOf)
const foreignFiles = ['#web/foreign/foreign.ts']
/** What the reports of other servers share with our own. */
const filesForForeign = [
  '#web/app/paths.ts',
  '#web/checks/words.ts',
  '#web/reports/report/check-body.tsx',
  '#web/reports/report/outcome.tsx',
  '#web/reports/report/report-checks.ts',
  '#web/reports/report/report-words.ts',
]
const appFiles = [
  '#web/app/paths.ts',
  '#web/app/words.ts',
  '#web/app/command-menu/words.ts',
  '#web/app/visitor-frame.tsx',
]

export const modules: Module[] = [
  module('contract', [], { packages: ['zod/mini'] }),
  module('analyser', ['contract']),
  module('conformance', ['contract']),
  module('service', ['contract', ...serviceModules], { files: ['#analyser/catalogue.ts'] }),
  module('service/store', ['contract'], { files: ['#analyser/page-facts.ts'] }),
  module('service/fetcher', ['contract'], { files: ['#analyser/crawl.ts'] }),
  module('service/jobs', ['contract', 'analyser', 'service/store', 'service/fetcher']),
  module('service/present', ['contract'], {
    files: [
      '#analyser/describe-checks.ts',
      '#analyser/evaluate.ts',
      '#analyser/page-facts.ts',
      '#analyser/crawl.ts',
      '#analyser/facts/metadata.ts',
      '#analyser/headline.ts',
      '#analyser/rich-results/match.ts',
    ],
    typesOf: ['service/store'],
  }),
  module('service/access', ['contract', 'service/store']),
  module('service/http', ['contract', 'service/access', 'service/store', 'service/present'], {
    files: [
      '#service/jobs/purge.ts',
      '#service/jobs/analysis-queue.ts',
      '#service/jobs/bounded-queue.ts',
      '#service/fetcher/page-refused.ts',
      '#analyser/catalogue.ts',
      '#analyser/describe-checks.ts',
      '#analyser/facts/fingerprint.ts',
    ],
  }),
  module('service/public', ['contract', 'service/http', 'service/access', 'service/store', 'service/present']),
  module('service/previews', ['contract', 'service/http', 'service/access', 'service/store', 'service/present'], {
    files: ['#service/public/share-link-content.ts'],
  }),
  module('service/gateway', ['contract', 'service/fetcher', 'service/http']),
  module('service/commands', ['contract', 'service', ...serviceModules.filter((name) => name !== 'service/commands')], {
    files: ['#analyser/catalogue.ts', '#analyser/run.ts', '#analyser/crawl.ts'],
  }),
  module('web/ui', [], { packages: ['react', 'react-dom', 'react-router-dom', '@tanstack/react-table', 'punycode'] }),
  module('web/data', ['contract'], { files: ['#web/ui/store.ts'] }),
  module('web/list', ['contract', 'web/data', 'web/ui'], { files: foreignFiles }),
  module('web/foreign', ['contract', 'web/data', 'web/list', 'web/ui'], { files: filesForForeign }),
  ...features.map((feature) =>
    module(feature, ['contract', 'web/data', 'web/list', 'web/ui'], {
      files: [...appFiles, ...foreignFiles, ...publicFilesOfOthers(feature), '#analyser/text-width.ts'],
    }),
  ),
  module('web/app', ['contract', 'web/data', 'web/ui', 'web/list', 'web/foreign', ...features]),
  // For tests alone, so no module of the product may import it.
  module('testing', ['contract', 'analyser', 'service', ...serviceModules]),
]
