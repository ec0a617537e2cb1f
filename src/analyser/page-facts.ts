import type {
  BlockedRequest,
  ConsoleError,
  FailedRequest,
  LargestElement,
  RenderCode,
} from '#contract/reports/rendering.ts'
import type { CharsetFacts, CharsetNoteFacts } from './facts/charset.ts'
import type { CrawlerAccessFacts, CanonicalAccessFacts, IconAccessFacts } from './facts/crawler-access.ts'
import type { RobotsDirective } from './facts/directives.ts'
import type { AppRootFacts, DocumentFacts, HeadFacts, IdFacts } from './facts/document.ts'
import type { EntityFacts } from './facts/entities.ts'
import type { FormFacts } from './facts/forms.ts'
import type { FragmentFacts } from './facts/fragments.ts'
import type { Heading, OutlineFacts } from './facts/headings.ts'
import type { AltFaultFacts, EmptyAltFacts, ImageFacts } from './facts/images.ts'
import type { ItemNoteFacts } from './facts/item-notes.ts'
import type { StructuredFacts } from './facts/json-ld.ts'
import type {
  AlternateFacts,
  Canonical,
  IconFacts,
  IgnoredCanonicalFacts,
  OutsideIconFacts,
} from './facts/link-elements.ts'
import type { LinkNotes } from './facts/link-notes.ts'
import type { LinkActionFacts, LinkFacts } from './facts/links.ts'
import type { LoadingFacts } from './facts/loading.ts'
import type { MainTextFacts } from './facts/main-text.ts'
import type { MetadataFacts } from './facts/metadata.ts'
import type { HeroFacts, PictureFacts } from './facts/pictures.ts'
import type { ProbeFacts } from './facts/probes.ts'
import type { ResourceAccessFacts } from './facts/resource-access.ts'
import type { MixedContentFacts, ResourceFacts } from './facts/resources.ts'
import type { ResponseFacts } from './facts/response.ts'
import type { ReviewWidgetFacts } from './facts/review-widget.ts'
import type { RobotsLine } from './facts/robots-rules.ts'
import type { RobotsFacts } from './facts/robots-txt.ts'
import type { SchemaFaultFacts } from './facts/schema-faults.ts'
import type { ScriptFacts } from './facts/scripts.ts'
import type { AmongPages, SharedText } from './facts/shared-texts.ts'
import type { StackFacts } from './facts/stack.ts'
import type { TextShareFacts } from './facts/text-shares.ts'
import type { Cut } from './facts/text.ts'
import type { WordFacts } from './facts/words.ts'
import type { FetchTimings } from './fetched-page.ts'
import type { CrawlFacts } from './link-answers.ts'
import type { ElementLocations } from './locate.ts'

/**
 * Everything the checks know about a page: plain JSON, stored with the report, so that the page can be rescored without
 * fetching it. The type of each group is in the file that collects it. Checks name the groups they need.
 *
 * A group never changes its meaning. One that is added later is optional here, because stored reports lack it: the
 * checks that need it are unknown for them.
 */
export type PageFacts = {
  version: 1
  response: ResponseFacts
  timings: FetchTimings
  robots: RobotsFacts
  charset: CharsetFacts
  document: DocumentFacts
  metadata: MetadataFacts
  directives: Cut<RobotsDirective>
  canonicals: Cut<Canonical>
  canonicalAccess: CanonicalAccessFacts
  headings: Cut<Heading>
  images: ImageFacts
  links: LinkFacts
  resources: ResourceFacts
  structured: StructuredFacts
  alternates: AlternateFacts
  words: WordFacts
  altFaults: AltFaultFacts
  pictures: PictureFacts
  hero: HeroFacts
  loading: LoadingFacts
  entities: EntityFacts
  schemaFaults: SchemaFaultFacts
  icons: IconFacts
  iconAccess: IconAccessFacts
  crawlerAccess: CrawlerAccessFacts
  linkNotes: LinkNotes
  forms: FormFacts
  ids: IdFacts
  head: HeadFacts
  stack: StackFacts
  appRoot: AppRootFacts
  textShares: TextShareFacts
  mainText?: MainTextFacts
  outline?: OutlineFacts
  mixedContent?: MixedContentFacts
  ignoredCanonicals?: IgnoredCanonicalFacts
  emptyAlts?: EmptyAltFacts
  linkActions?: LinkActionFacts
  scripts?: ScriptFacts
  reviewWidget?: ReviewWidgetFacts
  itemNotes?: ItemNoteFacts
  charsetNotes?: CharsetNoteFacts
  outsideIcons?: OutsideIconFacts
  resourceAccess?: ResourceAccessFacts
  fragments?: FragmentFacts
  /** Only of a page whose canonical URL is on another host that is known here. */
  canonicalHost?: CanonicalHostFacts
  /** What keeps the page out of search is shown and not judged. See `asJudged`. */
  judgedAsProduction?: boolean
  /** The host that the website stands for, if it is judged as production. See `asOwnHost`. */
  productionHost?: string
  /** Only of pages that a crawl read. */
  crawl?: CrawlFacts
  /** Only of pages that share something with others. */
  amongPages?: AmongPages
  /** Only of pages that Google was asked about. */
  googleIndex?: GoogleIndexFacts
  /** The responses to the probe requests. */
  probes: ProbeFacts
  beyond: BeyondFacts
  /** The locations of the elements that evidence points to. Stored facts have this name. */
  places: ElementLocations
}

/**
 * What this service knows of another host, and of the canonical URL there: `own` is a host that the website's settings
 * name as its own, `staging` one whose pages are requested with an identity. `isAlike` is true if the latest report of
 * that URL found that it can be indexed and shows the same, and null without one.
 */
export type CanonicalHostFacts = { kind: 'own' | 'staging' | null; isAlike: boolean | null }

/** What Google's URL Inspection said of the page, in Google's words. `canonical` is the URL that Google chose. */
export type GoogleIndexFacts = {
  verdict: string | null
  state: string | null
  canonical: string | null
  crawledAt: string | null
  inspectedAt: string
}

/** The website's other pages as they are now, which are never stored with a report; null if they were not compared. */
type Duplicates = { duplicates: DuplicateFacts | null }

/** Everything that a check can need. */
export type CheckFacts = Required<PageFacts> & Duplicates

/** Facts for checks. A check is unknown without the groups it needs. */
export type GivenFacts = PageFacts & Partial<Duplicates>

/**
 * Hashes of the normalised texts, equal for equal texts, and null for an empty text. `bodyShape` is the MinHash of the
 * text outside menus, page headers and footers, and null if that is too short to compare.
 */
export type Fingerprints = {
  title: string | null
  description: string | null
  body: string | null
  bodyShape: string | null
}

export type { AmongPages, SharedText } from './facts/shared-texts.ts'

/** The latest report of another URL of the same website. */
export type Duplicate = { id: number; url: string }

/** Texts of this similarity are nearly the same. Our threshold. */
export const minSimilarity = 0.8

/** Counting stops here. */
export const maxDuplicates = 1000

/**
 * `counted` is false for a page that isn't indexable, and so is not compared. `others` is the number of the website's
 * other indexable URLs. `ofCrawl` is set for those that a crawl found, which are issues: `first` is the URL of the
 * first page with this content.
 */
export type DuplicateFacts = {
  counted: boolean
  others: number
  title: Cut<Duplicate>
  description: Cut<Duplicate>
  body: Cut<Duplicate>
  /** Bodies that are similar but not equal; `similarity` is from 0 to 1. */
  similar: Cut<Duplicate & { similarity: number }>
  /** `thin` are the other pages of a template whose pages have little text of their own. */
  ofCrawl?: { first: string | null; thin: SharedText | null }
}

/**
 * Facts that need a browser or Google's field data. Each is null without its source. `renderCode` says why the page was
 * rendered or not; reports from before lack it.
 */
export type BeyondFacts = { rendered: RenderedFacts | null; renderCode?: RenderCode; field: FieldFacts | null }

/** The service has no browser or field data. */
export const noBeyondFacts: BeyondFacts = { rendered: null, field: null }

/** What the renderer says about a page, without the document and the screenshot. */
export type Rendering = {
  /** Where scripts or refreshes led to another page. Null if they didn't. */
  redirectedTo: string | null
  /** Where scripts wanted to lead, but the host can't be reached. The page was read as it was. */
  refusedRedirect: string | null
  /** All requests had ended. Otherwise the page was read when its time was up. */
  isIdle: boolean
  isOverLimit: boolean
  consoleErrors: Cut<ConsoleError>
  failedRequests: Cut<FailedRequest>
  blockedByRobots: Cut<BlockedRequest>
  largestElement: LargestElement | null
  /** Cumulative layout shift until the page was idle. */
  layoutShift: number | null
}

/** The facts of a page that was rendered: before and after its scripts ran, and what the browser noticed. */
export type RenderedFacts = Rendering & {
  html: PageInBrief
  rendered: PageInBrief
  /**
   * Files are missing and the rendered page shows less than the HTML, so we may have emptied it ourselves. All other
   * facts are those of the HTML. Reports of ruleset 7 lack it.
   */
  isIncomplete?: boolean
  /** A refresh of the HTML leads to another page, and no script. */
  isRefresh: boolean
  /** The words of the main text in the HTML. */
  mainWords: number
  /** Links that only scripts add. */
  scriptLinks: Cut<{ url: string }>
  hasScreenshot: boolean
}

/** What scripts can change about a page in search, before or after they ran. */
export type PageInBrief = {
  title: string | null
  description: string | null
  h1: string[]
  canonical: string | null
  /** The rules for Google: "noindex, nofollow". Null without any. */
  robots: string | null
  isNoindex: boolean
  words: number
  /** The words of the main text. Reports of ruleset 7 lack it. */
  mainWords?: number
  links: number
  structured: string[]
}

/** 75th percentiles of the Chrome UX Report for the page on phones: LCP and INP in milliseconds, CLS as a number. */
export type FieldFacts = { lcp: number | null; inp: number | null; cls: number | null }

/** What a crawl found of a page after its latest report, without reading the page. */
export type LaterFacts = {
  /** The line of robots.txt that disallows Googlebot. */
  robots?: RobotsLine
  /** The status of the URL itself, which has no page now. */
  status?: number
}
