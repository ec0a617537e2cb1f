import * as z from 'zod/mini'
import { integer, orElse, orNull } from './lenient.ts'

const text = orNull(z.string())
const number = orNull(z.number())
const count = orNull(integer)

export const RedirectHop = z.object({ url: z.string(), status: integer, location: text })
export type RedirectHop = z.infer<typeof RedirectHop>

export const CertificateFacts = z.object({
  protocol: text,
  trusted: z.boolean(),
  problem: text,
  subject: text,
  issuer: text,
  valid_from: text,
  valid_to: text,
  /** Whole days from the answer to the end of the certificate, negative once it has ended. */
  days_left: count,
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/** What a search result could show, uncut. The favicon is named for a reader and never loaded from there. */
export const SearchPreview = z.object({
  title: text,
  description: text,
  favicon_url: text,
  site_name: text,
  /** The steps below the site, from BreadcrumbList or the address; empty for a home page. */
  breadcrumb: orElse(z.array(z.string()), []),
})
export type SearchPreview = z.infer<typeof SearchPreview>

/** What a card in a social network could show: Open Graph, then Twitter's tags, then the page's own. */
export const SocialPreview = z.object({
  title: text,
  description: text,
  site_name: text,
  image_url: text,
  /** What the page names instead of a full http or https address: networks fetch nothing else, and show no image. */
  image_unusable: text,
  image_width: count,
  image_height: count,
  /** "png", "jpg" … as the bytes say. */
  image_type: text,
  image_bytes: count,
  /** The value of twitter:card. */
  card: text,
})
export type SocialPreview = z.infer<typeof SocialPreview>

export const robotsOutcomes = ['found', 'absent', 'unavailable', 'unreachable'] as const

/** What robots.txt says to Googlebot about this page, and by which rule. */
export const RobotsAnswer = z.object({
  url: z.string(),
  outcome: orNull(z.enum(robotsOutcomes)),
  status: count,
  /** Null where it could not be told. */
  allowed: orNull(z.boolean()),
  rule: text,
  line: count,
})
export type RobotsAnswer = z.infer<typeof RobotsAnswer>

/** One rule of a robots meta element or X-Robots-Tag header; `agent` null is every crawler. */
export const DirectiveFact = z.object({
  agent: text,
  name: z.string(),
  value: text,
  source: orNull(z.enum(['meta', 'header'])),
  text,
})
export type DirectiveFact = z.infer<typeof DirectiveFact>

/**
 * Whether Google may index the page, as the gates judged; null when that could not be told. `reason` is a clause to stand
 * after a colon, without a full stop: "robots.txt line 12 disallows it".
 */
export const Indexable = z.object({ value: orNull(z.boolean()), reason: z.string() })
export type Indexable = z.infer<typeof Indexable>

export const probeOutcomes = ['answered', 'failed', 'not-asked'] as const

/** An address asked beside the page; `reason` is a clause, given where there is no answer. */
const asked = { url: z.string(), outcome: orNull(z.enum(probeOutcomes)), reason: text, status: count }

/** The same address over http. */
export const HttpVariant = z.object({
  ...asked,
  final_url: text,
  redirects: orElse(z.array(RedirectHop), []),
  /** It ends at an https address. */
  leads_to_https: orNull(z.boolean()),
})
export type HttpVariant = z.infer<typeof HttpVariant>

export const SitemapFact = z.object({
  ...asked,
  kind: orNull(z.enum(['urlset', 'index', 'text', 'unknown'])),
  /** Addresses in this file; of an index, the sitemaps it lists. */
  urls: count,
  /** This page is among them. */
  listed: orNull(z.boolean()),
})
export type SitemapFact = z.infer<typeof SitemapFact>

/** A thing that structured data describes; properties are paths such as "offers.price". */
export const StructuredItem = z.object({
  type: z.string(),
  syntax: orNull(z.enum(['json-ld', 'microdata', 'rdfa'])),
  name: text,
  /** The rich results it could win: "Product snippet". */
  features: orElse(z.array(z.string()), []),
  missing_required: orElse(z.array(z.string()), []),
  missing_recommended: orElse(z.array(z.string()), []),
  /** Google shows no rich result for it any more. */
  retired: orElse(z.boolean(), false),
})
export type StructuredItem = z.infer<typeof StructuredItem>

export const WordsFact = z.object({
  count,
  language: text,
  reading_ease: number,
  /** Most frequent first; `share` in percent. */
  terms: orElse(z.array(z.object({ term: z.string(), count: integer, share: z.number() })), []),
})
export type WordsFact = z.infer<typeof WordsFact>

export const TechnologyFact = z.object({ name: z.string(), kind: z.string(), version: text, because: text })
export type TechnologyFact = z.infer<typeof TechnologyFact>

/** Name and value. */
const HeaderLine = z.tuple([z.string(), z.string()])

/** What was found on the wire and in the page, as far as a report shows it. Lists are cut; `total` counts all. */
export const ReportFacts = z.object({
  final_url: z.string(),
  status: integer,
  http_version: text,
  content_type: text,
  charset: text,
  content_encoding: text,
  bytes_transferred: count,
  bytes: count,
  truncated: orElse(z.boolean(), false),
  redirects: orElse(z.array(RedirectHop), []),
  headers: orElse(z.array(HeaderLine), []),
  certificate: orNull(CertificateFacts),
  title: text,
  description: text,
  canonical: text,
  lang: text,
  preview: orNull(SearchPreview),
  social: orNull(SocialPreview),
  robots: orNull(RobotsAnswer),
  directives: orElse(z.array(DirectiveFact), []),
  indexable: orNull(Indexable),
  http_variant: orNull(HttpVariant),
  sitemaps: orElse(z.array(SitemapFact), []),
  structured: orNull(z.object({ items: orElse(z.array(StructuredItem), []), total: integer })),
  words: orNull(WordsFact),
  stack: orElse(z.array(TechnologyFact), []),
  /** Addresses asked beside the page, for whatever came of them. */
  requests_made: count,
})
export type ReportFacts = z.infer<typeof ReportFacts>
