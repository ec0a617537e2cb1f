import type { Header, Hop, Probe, ProbePurpose, SitemapReading } from '../crawl.ts'
import type { Ordinal } from '../page-facts.ts'
import { readCode, type CodeFacts } from './probe-code.ts'
import { readImage, type ImageFile } from './probe-image.ts'
import { readLinkedPage, type LinkedPage } from './probe-page.ts'
import { clip, limits } from './text.ts'

/** What an address beside the page answered, digested: of its headers what checks ask for, of its body what it is. */
export type ProbeFact = {
  purpose: ProbePurpose
  url: string
  at: Ordinal | null
  outcome: Probe['outcome']
  reason: string | null
  redirects: Hop[]
  finalUrl: string | null
  status: number | null
  headers: Header[]
  contentEncodings: string[]
  wireBytes: number | null
  tlsVersion: string | null
  sitemap: SitemapReading | null
  /** For images: null when the body is none that is known. */
  image: ImageFile | null
  /** For pages: what the head says. */
  page: LinkedPage | null
  /** For scripts and style sheets. */
  code: CodeFacts | null
}

/** In the order of asking. */
export type ProbeFacts = ProbeFact[]

const keptHeaders = new Set([
  'content-type',
  'content-length',
  'cache-control',
  'expires',
  'etag',
  'last-modified',
  'x-robots-tag',
  'strict-transport-security',
  'content-encoding',
])
const keepHeaders = (headers: Header[]) =>
  headers.filter(([name]) => keptHeaders.has(name)).map(([name, value]): Header => [name, clip(value, limits.text)])

export const digestProbes = (probes: Probe[]): ProbeFacts => probes.map(digest)

function digest({ body, truncated, headers, ...probe }: Probe): ProbeFact {
  const bytes = probe.outcome === 'answered' ? body : null
  const isImage = probe.purpose === 'favicon' || probe.purpose === 'og-image' || probe.purpose === 'resource'
  const isPage = probe.purpose === 'canonical' || probe.purpose === 'alternate'
  return {
    ...probe,
    headers: keepHeaders(headers),
    image: bytes && isImage ? readImage(bytes) : null,
    page: bytes && isPage ? readLinkedPage(bytes, headers, probe.finalUrl ?? probe.url, truncated) : null,
    code: bytes && probe.purpose === 'resource' ? readCode(bytes, headers, truncated) : null,
  }
}

export const probesFor = (probes: ProbeFacts, purpose: ProbePurpose) =>
  probes.filter((probe) => probe.purpose === purpose)
