/**
 * The rooms of src and what each may import, as the table of the architecture says it. `.oxlintrc.json` and the TypeScript
 * projects enforce it; `walls.test.ts` proves that they do.
 */
export type Room = {
  /** Its folder, or the files of its own, from the repository's root. */
  folder: string
  alias: string
  /** Rooms open to it. */
  open: string[]
  /** Single files of other rooms open to it. */
  doors?: string[]
  /** Rooms of which it may import types alone. */
  openForTypes?: string[]
}

const room = (name: string, open: string[], more: Partial<Room> = {}): Room => ({
  folder: `src/${name}`,
  alias: `#${name}`,
  open,
  ...more,
})

const serviceRooms = ['store', 'fetcher', 'jobs', 'present', 'access', 'http', 'share', 'gateway', 'commands'].map(
  (name) => `service/${name}`,
)
const webRooms = [
  'api',
  'ui',
  'table',
  'forms',
  'views',
  'palette',
  'lists',
  'words',
  'frame',
  'shared',
  'sharing',
].map((name) => `web/${name}`)
const pages = ['reports', 'websites', 'checks', 'views', 'settings', 'sign-in', 'not-found', 'links'].map(
  (name) => `web/pages/${name}`,
)
const pageMayUse = [
  'contract',
  'web/lists',
  'web/views',
  'web/sharing',
  'web/api',
  'web/table',
  'web/forms',
  'web/ui',
  'web/words',
]

export const rooms: Room[] = [
  room('contract', []),
  room('analyser', ['contract']),
  room('conformance', ['contract']),
  room('service', ['contract', ...serviceRooms], { doors: ['#analyser/catalogue.ts'] }),
  room('service/store', ['contract'], { doors: ['#analyser/page-facts.ts'] }),
  room('service/fetcher', ['contract'], { doors: ['#analyser/gathered.ts'] }),
  room('service/jobs', ['contract', 'analyser', 'service/store', 'service/fetcher']),
  room('service/present', ['contract'], {
    doors: [
      '#analyser/catalogue.ts',
      '#analyser/page-facts.ts',
      '#analyser/gathered.ts',
      '#analyser/rich-results/match.ts',
    ],
    openForTypes: ['service/store'],
  }),
  room('service/access', ['contract', 'service/store']),
  room('service/http', ['contract', 'service/access', 'service/store', 'service/present'], {
    doors: ['#service/jobs/queue.ts', '#service/fetcher/page-refused.ts', '#analyser/catalogue.ts'],
  }),
  room('service/share', ['contract', 'service/http', 'service/access', 'service/store', 'service/present']),
  room('service/gateway', ['contract', 'service/fetcher', 'service/http']),
  room('service/commands', ['contract', 'service', ...serviceRooms.filter((name) => name !== 'service/commands')], {
    doors: ['#analyser/catalogue.ts', '#analyser/run.ts', '#analyser/gathered.ts'],
  }),
  room('web', ['contract', ...webRooms, ...pages]),
  room('web/ui', []),
  room('web/words', ['contract'], { doors: ['#web/api/api-error.ts'] }),
  room('web/api', ['contract']),
  room('web/table', ['contract', 'web/ui']),
  room('web/forms', ['contract', 'web/ui', 'web/words'], { doors: ['#web/api/api-error.ts'] }),
  room('web/lists', ['contract', 'web/api', 'web/table', 'web/forms', 'web/ui', 'web/words'], {
    doors: ['#web/paths.ts'],
  }),
  room('web/views', ['contract', 'web/api', 'web/forms', 'web/ui', 'web/words'], { doors: ['#web/paths.ts'] }),
  room('web/sharing', ['contract', 'web/api', 'web/forms', 'web/ui', 'web/words'], {
    doors: ['#web/paths.ts', '#web/lists/rich-link.ts'],
  }),
  room('web/palette', ['contract', 'web/views', 'web/api', 'web/forms', 'web/ui', 'web/words'], {
    doors: ['#web/paths.ts'],
  }),
  room('web/frame', ['contract', 'web/views', 'web/palette', 'web/api', 'web/forms', 'web/ui', 'web/words'], {
    doors: ['#web/paths.ts', '#web/shared/open-pages.lazy.tsx'],
  }),
  room(
    'web/shared',
    ['contract', 'web/pages/reports', 'web/pages/websites', 'web/lists', 'web/api', 'web/forms', 'web/ui', 'web/words'],
    {
      doors: ['#web/paths.ts', '#web/frame/banners.tsx', '#web/frame/use-route-focus.ts'],
    },
  ),
  ...pages.map((name) => room(name, pageMayUse, { doors: ['#web/paths.ts', '#analyser/text-width.ts'] })),
  // For tests alone, so no room of the product may import it.
  room('testing', ['contract', 'analyser', 'service', ...serviceRooms]),
]
