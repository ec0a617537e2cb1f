import * as z from 'zod'
import { indexabilities, indexingCodes } from './indexability.ts'
import { renderCodes, RenderedFact } from './rendering.ts'

const text = z.string().nullable()
const count = z.int().nullable()

export const RedirectHop = z.object({ url: z.string(), status: z.int(), location: text })
export type RedirectHop = z.infer<typeof RedirectHop>

export const CertificateFacts = z.object({
  protocol: text,
  trusted: z.boolean(),
  problem: text,
  subject: text,
  issuer: text,
  valid_from: text,
  valid_to: text,
  /** Whole days from the response to the expiry of the certificate; negative after it. */
  days_left: count,
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/** The parts of a search result, not shortened. The favicon is shown as a URL and never loaded from there. */
export const SearchPreview = z.object({
  title: text,
  description: text,
  favicon_url: text,
  site_name: text,
  /** The steps below the site, from BreadcrumbList or the URL; empty for a home page. */
  breadcrumb: z.array(z.string()),
})
export type SearchPreview = z.infer<typeof SearchPreview>

/** The social preview, from Open Graph tags, then Twitter's tags, then the page itself. */
export const SocialPreview = z.object({
  title: text,
  description: text,
  site_name: text,
  image_url: text,
  /** A value that is not a full http or https URL. Social networks ignore it and show no image. */
  image_unusable: text,
  image_width: count,
  image_height: count,
  /** "png", "jpg" …, from the bytes of the image. */
  image_type: text,
  image_bytes: count,
  /** The value of twitter:card. */
  card: text,
})
export type SocialPreview = z.infer<typeof SocialPreview>

export const robotsOutcomes = ['found', 'absent', 'unavailable', 'unreachable'] as const

/** True if robots.txt allows Googlebot to crawl this page, and by which rule. */
export const RobotsFact = z.object({
  url: z.string(),
  outcome: z.enum(robotsOutcomes).nullable(),
  status: count,
  /** Null if it could not be determined. */
  allowed: z.boolean().nullable(),
  rule: text,
  line: count,
})
export type RobotsFact = z.infer<typeof RobotsFact>

/** A rule of a robots meta tag or an X-Robots-Tag header. An `agent` of null means every crawler. */
export const DirectiveFact = z.object({
  agent: text,
  name: z.string(),
  value: text,
  source: z.enum(['meta', 'header']).nullable(),
  text,
})
export type DirectiveFact = z.infer<typeof DirectiveFact>

/**
 * True if Google can index the page: `value` is true for the state "indexable", false for "blocked", and null for the
 * others and if it could not be determined. `reason` is a clause that follows a colon, without a full stop:
 * "robots.txt line 12 disallows it".
 */
export const IndexabilityFact = z.object({
  value: z.boolean().nullable(),
  /** Null if we couldn't determine it. */
  state: z.enum(indexabilities).nullable(),
  code: z.enum(indexingCodes).nullable(),
  reason: z.string(),
  /**
   * The URL that Google will index instead, or that decides: the end of the redirects, the canonical URL, the target of
   * a refresh or robots.txt.
   */
  url: text,
  /** The deciding line of the page, or of robots.txt. */
  line: count,
  /** The ID of the check that reports the same. */
  check: text,
  /** True if the page looks left out on purpose: its URL is that of a login, a cart or search results. */
  deliberate: z.boolean(),
  /**
   * The URL that Google will index instead, or that a page blocked by its canonical tag asks it to index, as the page
   * would link to it. Null for other states.
   */
  instead: z.string().nullable(),
  /** The end of the redirects, and their statuses. Null unless the URL redirects. */
  redirects: z.object({ to: z.string(), statuses: z.string() }).nullable(),
})
export type IndexabilityFact = z.infer<typeof IndexabilityFact>

export const probeOutcomes = ['answered', 'failed', 'not_asked'] as const

/** A probe request. `reason` is a clause that explains a missing response. */
const probeFields = { url: z.string(), outcome: z.enum(probeOutcomes).nullable(), reason: text, status: count }

/** The page's URL with http instead of https. */
export const HttpVariant = z.object({
  ...probeFields,
  final_url: text,
  redirects: z.array(RedirectHop),
  /** True if it redirects to an https URL. */
  leads_to_https: z.boolean().nullable(),
})
export type HttpVariant = z.infer<typeof HttpVariant>

export const SitemapFact = z.object({
  ...probeFields,
  kind: z.enum(['urlset', 'index', 'text', 'unknown']).nullable(),
  /** The number of URLs in this file, or of sitemaps in an index. */
  urls: count,
  /** True if this page is listed. */
  listed: z.boolean().nullable(),
})
export type SitemapFact = z.infer<typeof SitemapFact>

/** An item of structured data. Properties are paths such as "offers.price". */
export const StructuredItem = z.object({
  type: z.string(),
  syntax: z.enum(['json_ld', 'microdata', 'rdfa']).nullable(),
  name: text,
  /** The rich results it can qualify for, such as "Product snippet". */
  features: z.array(z.string()),
  missing_required: z.array(z.string()),
  missing_recommended: z.array(z.string()),
  /** Google no longer shows a rich result for it. */
  retired: z.boolean(),
})
export type StructuredItem = z.infer<typeof StructuredItem>

export const WordsFact = z.object({
  count,
  language: text,
  reading_ease: z.number().nullable(),
  /** The most frequent term comes first. `share` is in percent. */
  terms: z.array(z.object({ term: z.string(), count: z.int(), share: z.number() })),
})
export type WordsFact = z.infer<typeof WordsFact>

export const TechnologyFact = z.object({ name: z.string(), kind: z.string(), version: text, because: text })
export type TechnologyFact = z.infer<typeof TechnologyFact>

/** Faults in the form of a response that browsers forgive (RFC 9112, RFC 1952). Proxies can refuse it for them. */
export const responseFaults = [
  'bare_line_feed',
  'folded_header',
  'space_before_colon',
  'invalid_header',
  'repeated_length',
  'invalid_length',
  'length_with_chunks',
  'trailing_bytes',
] as const
export type ResponseFault = (typeof responseFaults)[number]

/**
 * A host that responded to none of the page's extra requests, the numbers of them, and the checks that couldn't be run
 * for that reason alone. `robots_unavailable` if only its robots.txt was requested.
 */
export const UnresponsiveHost = z.object({
  host: z.string(),
  links: z.int(),
  files: z.int(),
  robots_unavailable: z.boolean(),
  checks: z.array(z.string()),
})
export type UnresponsiveHost = z.infer<typeof UnresponsiveHost>

/** The facts of the response and the page that a report shows. Lists are shortened; `total` counts everything. */
export const ReportFacts = z
  .object({
    final_url: z.string(),
    status: z.int(),
    http_version: text,
    content_type: text,
    charset: text,
    content_encoding: text,
    bytes_transferred: count,
    bytes: count,
    truncated: z.boolean(),
    redirects: z.array(RedirectHop),
    headers: z.array(z.tuple([z.string(), z.string()])),
    response_faults: z.array(z.enum(responseFaults)),
    certificate: CertificateFacts.nullable(),
    title: text,
    description: text,
    canonical: text,
    lang: text,
    preview: SearchPreview.nullable(),
    social: SocialPreview.nullable(),
    robots: RobotsFact.nullable(),
    directives: z.array(DirectiveFact),
    indexable: IndexabilityFact.nullable(),
    http_variant: HttpVariant.nullable(),
    sitemaps: z.array(SitemapFact),
    structured: z.object({ items: z.array(StructuredItem), total: z.int() }).nullable(),
    words: WordsFact.nullable(),
    stack: z.array(TechnologyFact),
    /** Null if the page wasn't rendered. */
    rendered: RenderedFact.nullable(),
    /** One sentence that says if the page was rendered, and why. */
    render_reason: text,
    render_code: z.enum(renderCodes).nullable(),
    /** The number of probe requests, failed ones included. */
    requests_made: count,
    /** Those that most requests went to first. */
    unresponsive_hosts: z.array(UnresponsiveHost),
  })
  .meta({ id: 'ReportFacts', description: 'Facts about the page and its response.' })
export type ReportFacts = z.infer<typeof ReportFacts>
