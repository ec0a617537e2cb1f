import type { PageFacts } from '#analyser/page-facts.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import type { ChangeCause } from '#contract/reports/comparison.ts'
import { fetchedPageOf, failedProbe, type Page, pageUrl, probe } from './fetched-page.ts'
import { soundAnswer, soundHeaders, soundHtml, soundParts, type SoundParts, soundRobots } from './sound-page.ts'

type Answer = (sound: Probe) => Probe

/** All conditions that decide on our view of a page. */
export type World = {
  parts: Partial<SoundParts>
  headers: Record<string, string | null>
  page: Omit<Page, 'headers' | 'probes' | 'html'>
  /** The responses to requests, as the servers would send them. */
  answer: (request: ProbeRequest) => Answer
  /** The visible part of a response; null if we do not make the request. */
  see: (request: ProbeRequest) => Answer | null
  /** Groups of facts that a report lacks, because they were added later. */
  lacks: (keyof PageFacts)[]
}

/** A change of one cause. No comparison can distinguish two changes with a common target. */
export type Plant = {
  cause: Exclude<ChangeCause, 'ruleset'>
  name: string
  targets: string[]
  change: (world: World) => World
}

const part = (targets: string, parts: Partial<SoundParts>): Plant => ({
  cause: 'page',
  name: Object.entries(parts).join(' '),
  targets: targets.split(' '),
  change: (world) => ({ ...world, parts: { ...world.parts, ...parts } }),
})
const header = (name: string, value: string | null): Plant => ({
  cause: 'page',
  name: `${name}: ${value}`,
  targets: [name],
  change: (world) => ({ ...world, headers: { ...world.headers, [name]: value } }),
})
const response = (cause: Plant['cause'], targets: string, page: World['page']): Plant => ({
  cause,
  name: JSON.stringify(page),
  targets: targets.split(' '),
  change: (world) => ({ ...world, page: { ...world.page, ...page } }),
})
type Which = (request: ProbeRequest) => boolean
const answers = (target: string, which: Which, answer: Answer): Plant => ({
  cause: 'surroundings',
  name: `${target} ${answer.toString()}`,
  targets: [target],
  change: (world) => ({ ...world, answer: (request) => (which(request) ? answer : world.answer(request)) }),
})
const seen = (target: string, which: Which, see: Answer | null): Plant => ({
  cause: 'view',
  name: `${target} ${see?.toString() ?? 'not sampled'}`,
  targets: [target],
  change: (world) => ({ ...world, see: (request) => (which(request) ? see : world.see(request)) }),
})
const lacks = (group: keyof PageFacts, targets: string): Plant => ({
  cause: 'view',
  name: `without ${group}`,
  targets: targets.split(' '),
  change: (world) => ({ ...world, lacks: [...world.lacks, group] }),
})

const purpose = (wanted: ProbeRequest['purpose']) => (request: ProbeRequest) => request.purpose === wanted
const at = (end: string) => (request: ProbeRequest) => request.url.endsWith(end)
const status = (code: number) => (sound: Probe) => probe(sound.purpose, sound.url, { at: sound.at, status: code })
const silent =
  (...[code, outcome]: [Parameters<typeof failedProbe>[2], Parameters<typeof failedProbe>[3]?]) =>
  (sound: Probe): Probe => ({ ...failedProbe(sound.purpose, sound.url, code, outcome), at: sound.at })
const withSitemap = (more: Partial<NonNullable<Probe['sitemap']>>) => (sound: Probe) => ({
  ...sound,
  sitemap: sound.sitemap && { ...sound.sitemap, ...more },
})

const product = soundParts.structured
const pagePlants = [
  part('title', { title: '' }),
  part('title', { title: '<title>Lamp</title>' }),
  part('title', { title: `<title>${'Garden lamps of copper and glass, '.repeat(4)}</title>` }),
  part('description', { description: '' }),
  part('description', { description: '<meta name="description" content="Lamps.">' }),
  part('canonical', { canonical: '' }),
  part('canonical linked', { canonical: '<link rel="canonical" href="https://example.com/gone">' }),
  part('canonical', { canonical: `${soundParts.canonical}<link rel="canonical" href="https://example.com/b">` }),
  part('robots', { head: '<meta name="robots" content="noindex">' }),
  part('robots', { head: '<meta name="robots" content="nosnippet">' }),
  part('h1', { top: '' }),
  part('viewport', { viewport: '' }),
  part('charset', { charset: '' }),
  part('doctype', { doctype: '' }),
  part('lang', { html: '<html>' }),
  part('images', { picture: '<img src="/lamp.webp" width="1200" height="630">' }),
  part('images', { picture: '<img src="/lamp.webp" alt="A copper lamp">' }),
  part('social', { openGraph: '', twitter: '' }),
  part('structured', { structured: '<script type="application/ld+json">{</script>' }),
  part('structured', { structured: product.replace('"price":49', '"price":"on request"') }),
  part('links', { links: `${soundParts.links} <a href="/gone">The old workshop</a>` }),
  part('links', { links: `${soundParts.links} <a href="/garden/all">here</a>` }),
  part('links', { links: `${soundParts.links} <a href="http://localhost/x">Drafts of lamps</a>` }),
  part('resources', { style: `${soundParts.style}<link rel="stylesheet" href="/missing.css">` }),
  part('scripts', { script: '<script src="/script.js"></script>' }),
  part('icon', { icon: '<link rel="icon" href="/missing.png">' }),
  part('mixed', { end: '<img src="http://example.com/b.png" alt="B" width="9" height="9">' }),
  part('form', { form: '<form action="/search"><input name="q"><button>Search</button></form>' }),
  header('content-security-policy', null),
  header('strict-transport-security', null),
  header('referrer-policy', null),
  header('server', 'nginx/1.2.3'),
  header('x-robots-tag', 'noindex'),
  response('page', 'status', { status: 404 }),
  response('page', 'encoding', { contentEncodings: [], wireBytes: 9000 }),
  response('page', 'protocol', { httpVersion: '1.1' }),
  response('page', 'redirects', {
    askedUrl: 'https://example.com/a',
    redirects: [
      { url: 'https://example.com/a', status: 301, location: 'https://example.com/b' },
      { url: 'https://example.com/b', status: 302, location: pageUrl },
    ],
  }),
]

const tls = fetchedPageOf().tls
const surroundingPlants = [
  response('surroundings', 'robots-txt', { robots: `${soundRobots}\nUser-agent: Googlebot\nDisallow: /garden\n` }),
  response('surroundings', 'robots-txt', { robots: `${soundRobots}\nNoidex: /private\n` }),
  response('surroundings', 'robots-txt', { robots: { outcome: 'unavailable', status: 503 } }),
  response('surroundings', 'tls', { tls: tls && { ...tls, trusted: false, problem: 'CERT_HAS_EXPIRED' } }),
  response('surroundings', 'tls', { tls: tls && { ...tls, validTo: '2026-06-09T00:00:00.000Z' } }),
  response('surroundings', 'ttfb', { timings: { ...fetchedPageOf().timings, ttfb: 2500 } }),
  answers('sitemap', purpose('sitemap'), status(404)),
  answers('sitemap', purpose('sitemap'), withSitemap({ found: [] })),
  answers('sitemap', purpose('sitemap'), withSitemap({ problem: { text: 'A tag is open', line: 3 } })),
  answers('links', at('/garden'), status(404)),
  answers('links', at('/garden'), silent('redirect_loop')),
  answers('links', at('museum.example/lamps'), status(410)),
  answers('links', at('museum.example/lamps'), silent('dns')),
  answers('resources', at('/style.css'), status(404)),
  answers('resources', at('/style.css'), (sound) => ({ ...sound, headers: [['content-type', 'text/css']] })),
  answers('resources', at('/terrace.webp'), (sound) => ({ ...sound, wireBytes: 900_000 })),
  answers('social', purpose('og-image'), status(404)),
  answers('icon', purpose('favicon'), status(404)),
  answers('soft-404', purpose('soft-404'), status(200)),
  answers('http', purpose('http-variant'), status(200)),
  answers('tls', purpose('old-tls'), (sound) => ({ ...sound, tlsVersion: 'TLSv1' })),
  answers('alternate', purpose('alternate'), status(404)),
]

const viewPlants = [
  seen('links', purpose('link'), silent('time_up', 'not-asked')),
  seen('links', purpose('link'), silent('budget', 'not-asked')),
  seen('links', purpose('link'), silent('bot_wall')),
  seen('links', at('/lost'), null),
  seen('resources', purpose('resource'), silent('budget', 'not-asked')),
  seen('resources', purpose('resource'), silent('refused')),
  seen('resources', at('/absent.css'), null),
  seen('sitemap', purpose('sitemap'), silent('time_up', 'not-asked')),
  seen('icon', purpose('favicon'), silent('timeout')),
  seen('social', purpose('og-image'), silent('bot_wall')),
  seen('soft-404', purpose('soft-404'), silent('time_up', 'not-asked')),
  seen('http', purpose('http-variant'), silent('time_up', 'not-asked')),
  // Without its structured data, the page is much smaller, so that a cut counts as its own change.
  response('view', 'size structured', { truncated: true }),
  lacks('linkNotes', 'links'),
  lacks('schemaFaults', 'structured text'),
  lacks('forms', 'form mixed'),
  lacks('loading', 'scripts resources'),
  lacks('pictures', 'images mixed'),
]

export const plants: readonly Plant[] = [...pagePlants, ...surroundingPlants, ...viewPlants]

/** Faults that a page has in both reports, so that changes of our view of them move the score. */
export const standingFaults: Plant[] = [
  part('links', { links: `${soundParts.links} <a href="/lost">The lost workshop</a>` }),
  part('resources', { style: `${soundParts.style}<link rel="stylesheet" href="/absent.css">` }),
  part('structured', { structured: product.replace('"ratingValue":4.5', '"ratingValue":"very good"') }),
  part('form', { form: '<form action="/search"><input name="q"><button>Search</button></form>' }),
  part('h1', { top: '<h2>Garden lamps</h2>' }),
  part('scripts', { script: '<script src="/script.js"></script>' }),
  answers('icon', purpose('favicon'), status(404)),
  answers('sitemap', purpose('sitemap'), withSitemap({ found: [] })),
  answers('soft-404', purpose('soft-404'), status(200)),
  answers('http', purpose('http-variant'), status(200)),
]

const missing = ['/gone', '/lost', '/missing.css', '/absent.css', '/missing.png']

export const soundWorld: World = {
  parts: {},
  headers: {},
  page: {},
  answer: ({ url }) => (missing.some((end) => url.endsWith(end)) ? status(404) : (sound) => sound),
  see: () => (sound) => sound,
  lacks: [],
}

/** Fetches a page and returns the facts that would be stored. `day` of June 2026 is the day of the analysis. */
export function factsOf(world: World, day: number): PageFacts {
  const date = new Date(Date.UTC(2026, 5, day, 10)).toUTCString()
  const fetched = fetchedPageOf({
    html: soundHtml(world.parts),
    robots: soundRobots,
    ...world.page,
    headers: { ...soundHeaders, date, ...world.headers },
  })
  const { facts, probeRequests } = readPage(fetched)
  const probes = probeRequests.flatMap((request) => {
    const see = world.see(request)
    return see ? [see(world.answer(request)(soundAnswer(request)))] : []
  })
  const stored: PageFacts = completeFacts(facts, probes)
  for (const group of world.lacks) Reflect.deleteProperty(stored, group)
  return stored
}
