import type { ChangeCausePart } from '#contract/reports/comparison.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import type { Ordinal } from '../facts/walk.ts'
import type { StoredFacts } from '../page-facts.ts'
import type { ProbePurpose } from '../probe.ts'
import { planProbes } from '../probes/plan.ts'

type Probes = ProbeFact[]

/** The failures that limits of ours or a refusal of our requests cause. They show nothing about the requested URL. */
const partOfFailure: Partial<Record<FetchFailure, ChangeCausePart>> = {
  time_up: 'time_limit',
  timeout: 'time_limit',
  budget: 'request_limit',
  bot_wall: 'bot_wall',
  refused: 'bot_wall',
}

const partOfPurpose: Record<ProbePurpose, ChangeCausePart> = {
  'http-variant': 'certificate',
  'old-tls': 'certificate',
  sitemap: 'sitemap',
  favicon: 'resources',
  'og-image': 'resources',
  'soft-404': 'linked_pages',
  canonical: 'linked_pages',
  alternate: 'linked_pages',
  'llms-txt': 'linked_pages',
  link: 'links',
  resource: 'resources',
}

const keyOf = (purpose: ProbePurpose, url: string) => `${purpose} ${withoutFragment(url)}`

/** Returns what a page gives reason to request, with the element that names it. */
function requestsOf(facts: StoredFacts): Map<string, Ordinal | null> {
  const { links, resources } = facts
  return new Map([
    ...resources.items.map(({ url, at }) => [keyOf('resource', url), at] as const),
    ...links.items.flatMap(({ url, at }) => (url === null ? [] : [[keyOf('link', url), at] as const])),
    ...planProbes(facts).map(({ purpose, url, at }) => [keyOf(purpose, url), at] as const),
  ])
}

export type Exchanged<T> = { facts: T; parts: ChangeCausePart[] }

/** Decides about a request of either page: which response is kept, if any, and what of the cause that is. */
type Decide = (
  before: ProbeFact | undefined,
  after: ProbeFact | undefined,
) => { probe: ProbeFact | undefined; part?: ChangeCausePart }

function exchange(before: Probes, after: Probes, decide: Decide): Exchanged<Probes> {
  const parts: ChangeCausePart[] = []
  const probes: Probes = []
  const byKey = (list: Probes) => new Map(list.map((probe) => [keyOf(probe.purpose, probe.url), probe]))
  const [mine, theirs] = [byKey(before), byKey(after)]
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const { probe, part } = decide(mine.get(key), theirs.get(key))
    if (probe) probes.push(probe)
    if (part) parts.push(part)
  }
  return { facts: probes, parts: [...new Set(parts)] }
}

/** Returns the limit or refusal that kept us from seeing the resource; undefined if we saw it. */
const hiddenBy = ({ reasonCode, status }: ProbeFact) =>
  status === 429 ? 'bot_wall' : reasonCode === null ? undefined : partOfFailure[reasonCode]

const isSame = (one: ProbeFact, other: ProbeFact) =>
  JSON.stringify({ ...one, at: null }) === JSON.stringify({ ...other, at: null })

/**
 * Returns the responses as we would have seen them in the later report: a response that a limit or a refusal hid in one
 * report is exchanged, and so is one that only one report sampled although both pages name it.
 */
export function exchangeViewOfProbes(before: StoredFacts, after: StoredFacts): Exchanged<Probes> {
  const [namedBefore, namedAfter] = [requestsOf(before), requestsOf(after)]
  return exchange(before.probes, after.probes, (mine, theirs) => {
    if (mine && theirs) {
      const part = hiddenBy(mine) ?? hiddenBy(theirs)
      return part && !isSame(mine, theirs) ? { probe: { ...theirs, at: mine.at }, part } : { probe: mine }
    }
    const only = mine ?? theirs
    if (!only || only.purpose === 'sitemap') return { probe: mine }
    const key = keyOf(only.purpose, only.url)
    const at = namedBefore.get(key) ?? null
    if (mine) return namedAfter.has(key) ? { probe: undefined, part: 'sample' } : { probe: mine }
    return namedBefore.has(key) ? { probe: { ...only, at }, part: 'sample' } : { probe: undefined }
  })
}

/**
 * Returns the responses of the later report to the requests of both. Sitemaps are exchanged as a whole if both pages
 * are on one origin, because robots.txt names them and not the page.
 */
export function exchangeSurroundingProbes(
  before: Probes,
  after: StoredFacts,
  { isSameOrigin }: { isSameOrigin: boolean },
): Exchanged<Probes> {
  const { askedUrl, finalUrl } = after.response
  const lookedFor = new Set([askedUrl, finalUrl, after.canonicals.items[0]?.url ?? finalUrl].map(withoutFragment))
  return exchange(before, after.probes, (mine, theirs) => {
    if (mine && theirs) {
      const probe = { ...theirs, at: mine.at, sitemap: withFound(theirs.sitemap, mine.sitemap, lookedFor) }
      return isSame(mine, probe) ? { probe: mine } : { probe, part: partOfPurpose[mine.purpose] }
    }
    const only = mine ?? theirs
    if (!only || only.purpose !== 'sitemap' || !isSameOrigin) return { probe: mine }
    return { probe: theirs, part: 'sitemap' }
  })
}

/** Keeps the URLs found before that were not looked for this time, because the page names another canonical URL. */
function withFound(
  sitemap: ProbeFact['sitemap'],
  before: ProbeFact['sitemap'],
  lookedFor: ReadonlySet<string>,
): ProbeFact['sitemap'] {
  const kept = before?.found.filter((url) => !lookedFor.has(url)) ?? []
  return sitemap && kept.length > 0 ? { ...sitemap, found: [...new Set([...sitemap.found, ...kept])] } : sitemap
}
