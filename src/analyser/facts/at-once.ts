import type { PageFacts, ResourceKind } from '../page-facts.ts'
import type { ProbeFact } from './probes.ts'

type Facts = Pick<PageFacts, 'resources' | 'loading' | 'response'>

/** What surely comes with the page: media may wait for a click, of icons a browser chooses, a manifest is asked at installing. */
const sure: ReadonlySet<ResourceKind> = new Set(['script', 'style', 'frame', 'object', 'image'])

type AtOnce = {
  /** Without fragments, in document order, each once. */
  urls: Map<string, ResourceKind>
  /** The page names more than was kept, so there may be more. */
  cut: boolean
}

/** The files a browser surely loads with the page by what its HTML says: what style sheets and scripts load comes on top. */
export function loadedAtOnce({ resources, loading, response }: Facts): AtOnce {
  const later = new Set(loading.later.items)
  const page = withoutFragment(response.finalUrl)
  const urls = new Map<string, ResourceKind>()
  for (const { kind, url, noscript, at } of resources.items) {
    if (noscript || !sure.has(kind) || later.has(at)) continue
    const plain = withoutFragment(url)
    if (plain !== page && !urls.has(plain)) urls.set(plain, kind)
  }
  return { urls, cut: resources.total > resources.items.length }
}

export const withoutFragment = (url: string) => {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

/** Sampled files by how their asking ended: those that came with a success, and all others. */
export function sampledFiles(probes: ProbeFact[]): { came: ProbeFact[]; missed: ProbeFact[] } {
  const asked = probes.filter(({ purpose }) => purpose === 'resource')
  const hasCome = ({ outcome, status }: ProbeFact) =>
    outcome === 'answered' && status !== null && status >= 200 && status < 300
  return { came: asked.filter(hasCome), missed: asked.filter((probe) => !hasCome(probe)) }
}

/** The media type of an answer, lower case, without parameters. */
export const typeOf = ({ headers }: Pick<ProbeFact, 'headers'>) =>
  headers
    .find(([name]) => name === 'content-type')?.[1]
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase() ?? null
