import type { AlternateFacts } from './facts/alternates.ts'
import type { EntityFacts } from './facts/entities.ts'
import type { FormFacts } from './facts/forms.ts'
import type { IconFacts } from './facts/icons.ts'
import type { IdFacts } from './facts/ids.ts'
import type { LinkNotes } from './facts/link-notes.ts'
import type { LoadingFacts } from './facts/loading.ts'
import type { PictureFacts } from './facts/pictures.ts'
import type { ProbeFacts } from './facts/probes.ts'
import type { StackFacts } from './facts/stack.ts'
import type { WordFacts } from './facts/words.ts'
import type { CrawlTimings, Header, Hop, Tls } from './crawl.ts'

/**
 * Everything the checks know about a page: plain JSON, stored with the report, so that a page can be judged again under
 * newer rules without fetching it. Checks name the groups they need.
 */
export type PageFacts = {
  version: 1
  response: ResponseFacts
  timings: CrawlTimings
  robots: RobotsFacts
  charset: CharsetFacts
  document: DocumentFacts
  metadata: MetadataFacts
  directives: Cut<RobotsDirective>
  canonicals: Cut<Canonical>
  headings: Cut<Heading>
  images: ImageFacts
  links: LinkFacts
  resources: ResourceFacts
  structured: StructuredFacts
  alternates: AlternateFacts
  words: WordFacts
  pictures: PictureFacts
  loading: LoadingFacts
  entities: EntityFacts
  icons: IconFacts
  linkNotes: LinkNotes
  forms: FormFacts
  ids: IdFacts
  stack: StackFacts
  /** What the addresses asked beside the page answered. */
  probes: ProbeFacts
  /** What other reports of the website say; null when they were not looked at. */
  site: SiteFacts | null
  /** What only a browser, a crawl or Google's field data can tell; null where there was none. */
  beyond: BeyondFacts
  places: Places
}

/**
 * Facts as they were stored, perhaps before a group was collected: checks that need it then say so. New facts therefore
 * come as groups of their own, and a group never changes its meaning.
 */
type Later =
  | ('alternates' | 'words' | 'pictures' | 'loading' | 'entities' | 'icons' | 'linkNotes' | 'forms' | 'ids' | 'stack')
  | ('probes' | 'site' | 'beyond')
export type StoredFacts = Omit<PageFacts, Later> & Partial<Pick<PageFacts, Later>>

/** The newest report of another URL of the same website. */
export type Duplicate = { id: number; url: string }

/** Where fewer other pages have one text, each is judged again when one comes or goes; a greater number is of when it was judged. */
export const maxCurrentDuplicates = 5
/** No number of other pages is counted beyond. */
export const maxDuplicates = 1000

/** `others` is how many other URLs of the website have a report at all. */
export type SiteFacts = {
  others: number
  title: Cut<Duplicate>
  description: Cut<Duplicate>
  body: Cut<Duplicate>
  /** Bodies that are not equal; `similarity` from 0 to 1. */
  similar: Cut<Duplicate & { similarity: number }>
}

export type BeyondFacts = { rendered: RenderedFacts | null; clickDepth: number | null; field: FieldFacts | null }

/** The page as a browser had it after its scripts ran. */
export type RenderedFacts = {
  title: string | null
  canonical: string | null
  robots: string[]
  textLength: number
  links: number
}

/** 75th percentiles of the Chrome UX Report: milliseconds, and CLS as it is. */
export type FieldFacts = { scope: 'url' | 'origin'; lcp: number | null; inp: number | null; cls: number | null }

/** A list cut at {@link listLimit}; `total` is how many there really are. */
export type Cut<T> = { items: T[]; total: number }

/** The number of an element in document order, by which evidence names it. */
export type Ordinal = number

/** Where an element stands; kept only for elements that some evidence points to. Line and column count from 1. */
export type Place = { selector: string; snippet?: string; line?: number; column?: number }
export type Places = Record<Ordinal, Place>

export type ResponseFacts = {
  askedUrl: string
  finalUrl: string
  status: number
  httpVersion: string
  headers: Header[]
  contentType: string | null
  contentEncodings: string[]
  redirects: Hop[]
  wireBytes: number
  /** After decoding; when `truncated`, only what was kept. */
  bytes: number
  truncated: boolean
  tls: Tls | null
  /** The Date header of the answer, ISO 8601: the clock by which dates on the page are judged. */
  answeredAt: string | null
}

export type RobotsVerdict = {
  allowed: boolean
  /** The deciding rule; null when none matches. */
  rule: RobotsLine | null
}

export type RobotsLine = { line: number; text: string }
export type RobotsProblem = RobotsLine & {
  problem:
    | 'not-understood'
    | 'unknown-directive'
    | 'rule-before-agent'
    | 'path-without-slash'
    | 'sitemap-not-absolute'
    | 'agent-empty'
    | 'dollar-inside'
}

export type RobotsFacts = {
  url: string
  outcome: 'found' | 'absent' | 'unavailable' | 'unreachable'
  status: number | null
  bytes: number
  /** What the file says to Googlebot, and to a crawler it does not name, about the final URL. */
  googlebot: RobotsVerdict
  anyone: RobotsVerdict
  problems: Cut<RobotsProblem>
  sitemaps: Cut<string>
}

export type CharsetFacts = {
  /** As TextDecoder names it. */
  encoding: string
  /** What decided: the last two are guesses. */
  source: 'bom' | 'header' | 'meta' | 'late-meta' | 'utf-8-validity' | 'fallback'
  /** Labels as declared, also those that did not decide or mean nothing. */
  header: string | null
  /** Missing from facts stored before it was collected. */
  meta?: { label: string; at: Ordinal } | null
}

export type DocumentFacts = {
  doctype: { name: string; publicId: string; systemId: string } | null
  mode: 'no-quirks' | 'limited-quirks' | 'quirks'
  /** Null when the attribute is absent. */
  lang: string | null
  htmlAt: Ordinal | null
  /** What relative addresses are resolved against. */
  baseUrl: string
  nodes: number
  elements: number
  depth: number
  /** The tree ends before the page does, because it is larger than the parser's limit. */
  cut: boolean
  /** Of the visible text, white space collapsed. */
  textLength: number
}

export type Meta = {
  name: string | null
  property: string | null
  httpEquiv: string | null
  content: string | null
  inHead: boolean
  at: Ordinal
}

export type MetadataFacts = {
  /** The first title of the head that is not empty, and the first such description. */
  title: string | null
  description: string | null
  titles: Cut<{ text: string; inHead: boolean; at: Ordinal }>
  metas: Cut<Meta>
}

/** One rule of a robots meta element or X-Robots-Tag header, lower case. `agent` null is every crawler. */
export type RobotsDirective = {
  agent: string | null
  name: string
  value: string | null
  source: 'meta' | 'header'
  /** As written: the content of the element, or the header's value. */
  text: string
  at: Ordinal | null
}

export type Canonical = {
  source: 'link' | 'header'
  href: string
  /** Resolved; null when it is no http(s) address. */
  url: string | null
  absolute: boolean
  inHead: boolean
  at: Ordinal | null
}

export type Heading = { level: number; text: string; imageAlt: boolean; hidden: boolean; at: Ordinal }

export type Image = {
  src: string | null
  /** Null when the attribute is absent. */
  alt: string | null
  width: string | null
  height: string | null
  loading: string | null
  /** Hidden from everybody or marked as decoration, so that no alternative text is asked of it. */
  ignored: boolean
  noscript: boolean
  at: Ordinal
}

/** `judged` and `withoutAlt` count every image that alternative text is asked of, beyond the cut too. */
export type ImageFacts = Cut<Image> & { judged: number; withoutAlt: Cut<{ src: string | null; at: Ordinal }> }

export type LinkProblem = 'empty' | 'javascript' | 'file' | 'unresolvable' | 'script-only'

export type Link = {
  /** Resolved; null when there is none. */
  url: string | null
  internal: boolean
  text: string
  rel: string | null
  noscript: boolean
  at: Ordinal
}

/** `items` are links over http(s). `followable` and `broken` together are the anchors that are meant to be links. */
export type LinkFacts = Cut<Link> & {
  followable: number
  broken: Cut<{ problem: LinkProblem; href: string | null; at: Ordinal }>
}

export const activeKinds = ['script', 'style', 'frame', 'object', 'manifest'] as const
export const passiveKinds = ['image', 'media', 'track', 'icon', 'css-image'] as const
export type ResourceKind = (typeof activeKinds)[number] | (typeof passiveKinds)[number]

export type Resource = { kind: ResourceKind; url: string; noscript: boolean; at: Ordinal }

export type ResourceFacts = Cut<Resource> & {
  /** Those over http to a host that is not this machine, outside noscript. */
  insecureActive: Cut<Resource>
  insecurePassive: Cut<Resource>
  /** The page asks browsers to upgrade insecure requests. */
  upgrades: boolean
}

export type JsonLd = {
  types: string[]
  problem: 'invalid' | 'untyped' | null
  /** What is wrong and where inside the block. */
  note: string | null
  at: Ordinal
}

export type StructuredFacts = { jsonLd: Cut<JsonLd>; broken: Cut<JsonLd> }

export const listLimit = 1000
