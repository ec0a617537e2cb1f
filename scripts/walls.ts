/**
 * The modules of `src` and what each may import. `oxlint.config.ts` turns this table into lint rules, the TypeScript
 * projects enforce the walls between the big ones, and `walls.test.ts` plants bad imports and expects each to be refused.
 */
export type Room = {
  /** Its folder, or the files of its own, from the repository's root. */
  folder: string
  alias: string
  /** The rooms it may import. */
  open: string[]
  /** Single files of other rooms that it may import. */
  doors: string[]
  /** Rooms of which it may import types only. */
  typesOf: string[]
  /** The only packages it may import; absent, any. */
  packages?: string[]
}

const room = (name: string, open: string[], more: Partial<Room> = {}): Room => ({
  folder: `src/${name}`,
  alias: `#${name}`,
  open,
  doors: [],
  typesOf: [],
  ...more,
})

const serviceRooms = [
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

/** The files through which other features use a feature. A page without a key is a door: the app's visitor frame opens it. */
const featureDoors: Record<string, string[]> = {
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

const features = Object.keys(featureDoors).map((name) => `web/${name}`)
const doorsOf = (name: string) => featureDoors[name]!.map((file) => `#web/${name}/${file}`)
const doorsBeside = (feature: string) =>
  Object.keys(featureDoors)
    .filter((name) => `web/${name}` !== feature)
    .flatMap(doorsOf)
const foreignDoors = ['#web/foreign/foreign.ts']
/** What the reports of other servers share with our own. */
const doorsForForeign = [
  '#web/app/paths.ts',
  '#web/checks/words.ts',
  '#web/reports/report/check-article.tsx',
  '#web/reports/report/outcome.tsx',
  '#web/reports/report/report-checks.ts',
  '#web/reports/report/report-words.ts',
]
const appDoors = ['#web/app/paths.ts', '#web/app/words.ts', '#web/app/palette/words.ts', '#web/app/visitor-frame.tsx']

export const rooms: Room[] = [
  room('contract', [], { packages: ['zod/mini'] }),
  room('analyser', ['contract']),
  room('conformance', ['contract']),
  room('service', ['contract', ...serviceRooms], { doors: ['#analyser/catalogue.ts'] }),
  room('service/store', ['contract'], { doors: ['#analyser/page-facts.ts'] }),
  room('service/fetcher', ['contract'], { doors: ['#analyser/crawl.ts'] }),
  room('service/jobs', ['contract', 'analyser', 'service/store', 'service/fetcher']),
  room('service/present', ['contract'], {
    doors: [
      '#analyser/catalogue.ts',
      '#analyser/page-facts.ts',
      '#analyser/crawl.ts',
      '#analyser/rich-results/match.ts',
    ],
    typesOf: ['service/store'],
  }),
  room('service/access', ['contract', 'service/store']),
  room('service/http', ['contract', 'service/access', 'service/store', 'service/present'], {
    doors: [
      '#service/jobs/purge.ts',
      '#service/jobs/queue.ts',
      '#service/jobs/bounded-queue.ts',
      '#service/fetcher/page-refused.ts',
      '#analyser/catalogue.ts',
    ],
  }),
  room('service/public', ['contract', 'service/http', 'service/access', 'service/store', 'service/present']),
  room('service/previews', ['contract', 'service/http', 'service/access', 'service/store', 'service/present'], {
    doors: ['#service/public/share-link-content.ts'],
  }),
  room('service/gateway', ['contract', 'service/fetcher', 'service/http']),
  room('service/commands', ['contract', 'service', ...serviceRooms.filter((name) => name !== 'service/commands')], {
    doors: ['#analyser/catalogue.ts', '#analyser/run.ts', '#analyser/crawl.ts'],
  }),
  room('web/ui', [], { packages: ['react', 'react-dom', 'react-router-dom', '@tanstack/react-table', 'punycode'] }),
  room('web/data', ['contract'], { doors: ['#web/ui/store.ts'] }),
  room('web/list', ['contract', 'web/data', 'web/ui'], { doors: foreignDoors }),
  room('web/foreign', ['contract', 'web/data', 'web/list', 'web/ui'], { doors: doorsForForeign }),
  ...features.map((feature) =>
    room(feature, ['contract', 'web/data', 'web/list', 'web/ui'], {
      doors: [...appDoors, ...foreignDoors, ...doorsBeside(feature), '#analyser/text-width.ts'],
    }),
  ),
  room('web/app', ['contract', 'web/data', 'web/ui', 'web/list', 'web/foreign', ...features]),
  // For tests alone, so no room of the product may import it.
  room('testing', ['contract', 'analyser', 'service', ...serviceRooms]),
]
