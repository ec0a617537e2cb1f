import type { ProbeFact } from '../facts/probes.ts'
import type { ResourceKind } from '../facts/resources.ts'
import { withoutFragment } from '../facts/urls.ts'
import { isSuccess } from '../fetched-page.ts'
import type { PageFacts } from '../page-facts.ts'

type Facts = Pick<PageFacts, 'resources' | 'loading' | 'response'>

/**
 * Kinds that are certainly loaded with the page. Media can wait for a click, browsers choose between icons, and
 * manifests are loaded on installation.
 */
const certainKinds: ReadonlySet<ResourceKind> = new Set(['script', 'style', 'frame', 'object', 'image'])

type PageLoad = {
  /** The kinds of files by their URLs without fragments, in document order. */
  urls: Map<string, ResourceKind>
  /** The page has more resources than the facts contain. */
  cut: boolean
}

/**
 * Returns the files that a browser certainly loads with the page by its HTML. Files that stylesheets and scripts load
 * are not included.
 */
export function loadedWithPage({ resources, loading, response }: Facts): PageLoad {
  const later = new Set(loading.later.items)
  const page = withoutFragment(response.finalUrl)
  const urls = new Map<string, ResourceKind>()
  for (const { kind, url, noscript, at } of resources.items) {
    if (noscript || !certainKinds.has(kind) || later.has(at)) continue
    const plain = withoutFragment(url)
    if (plain !== page && !urls.has(plain)) urls.set(plain, kind)
  }
  return { urls, cut: resources.total > resources.items.length }
}

/** Kinds of which files are sampled. Embedded pages and documents have reports of their own. */
const sampledKinds: ReadonlySet<ResourceKind> = new Set(['script', 'style', 'image'])

export const noSampledFiles = 'The page loads no scripts, stylesheets or images'

export const loadsSampledFiles = (facts: Facts): boolean =>
  [...loadedWithPage(facts).urls.values()].some((kind) => sampledKinds.has(kind))

/** Splits sampled files by whether they were received with a success. */
export function sampledFiles(probes: ProbeFact[]): { received: ProbeFact[]; missing: ProbeFact[] } {
  const sampled = probes.filter(({ purpose }) => purpose === 'resource')
  const isReceived = ({ outcome, status }: ProbeFact) => outcome === 'answered' && isSuccess(status)
  return { received: sampled.filter(isReceived), missing: sampled.filter((probe) => !isReceived(probe)) }
}

/** Returns the media type of a response in lower case, without parameters. */
export const mediaTypeOf = ({ headers }: Pick<ProbeFact, 'headers'>) =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase() ?? null
