import * as z from 'zod/mini'
import { type Category, CheckResult, categories } from './analysis.ts'
import { integer, mapOf, orElse, orNull } from './lenient.ts'
import { rowShape } from './report-row.ts'

export const RedirectHop = z.object({ url: z.string(), status: integer, location: orNull(z.string()) })
export type RedirectHop = z.infer<typeof RedirectHop>

/** Milliseconds; null where the step did not happen (no TLS, a reused answer). */
export const Timings = z.object({
  dns: orNull(z.number()),
  connect: orNull(z.number()),
  tls: orNull(z.number()),
  ttfb: orNull(z.number()),
  download: orNull(z.number()),
  total: orNull(z.number()),
})
export type Timings = z.infer<typeof Timings>

export const CertificateFacts = z.object({
  protocol: orNull(z.string()),
  trusted: z.boolean(),
  problem: orNull(z.string()),
  subject: orNull(z.string()),
  issuer: orNull(z.string()),
  valid_from: orNull(z.string()),
  valid_to: orNull(z.string()),
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/** Name and value. */
const HeaderLine = z.pipe(
  z.array(z.string()).check(z.refine((line) => line.length === 2)),
  z.transform((line) => line as [string, string]),
)

/** What was found on the wire and in the page, as far as a report shows it. */
export const ReportFacts = z.object({
  final_url: z.string(),
  status: integer,
  http_version: orNull(z.string()),
  content_type: orNull(z.string()),
  charset: orNull(z.string()),
  content_encoding: orNull(z.string()),
  bytes_transferred: orNull(integer),
  bytes: orNull(integer),
  truncated: orElse(z.boolean(), false),
  redirects: orElse(z.array(RedirectHop), []),
  headers: orElse(z.array(HeaderLine), []),
  certificate: orNull(CertificateFacts),
  title: orNull(z.string()),
  description: orNull(z.string()),
  canonical: orNull(z.string()),
  lang: orNull(z.string()),
})
export type ReportFacts = z.infer<typeof ReportFacts>

const isCategory = (name: string) => categories.some((one) => one === name)

export const CategoryScores: z.ZodMiniType<CategoryScores> = mapOf(z.number()).check(z.refine((scores) => Object.keys(scores).every(isCategory)))
export type CategoryScores = Partial<Record<Category, number>>

/** A whole report. */
export const Report = z.object({
  ...rowShape,
  results: orElse(mapOf(CheckResult), {}),
  facts: orNull(ReportFacts),
  ruleset: orNull(integer),
  score_before_cap: orNull(z.number()),
  /** Ids of the failed gates that hold the score down. */
  capped_by: orElse(z.array(z.string()), []),
  categories: orElse(CategoryScores, {}),
  google_score: orNull(z.number()),
  timings: orNull(Timings),
})
export type Report = z.infer<typeof Report>
