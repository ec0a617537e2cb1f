import * as z from 'zod/mini'
import { CheckResult, categories } from './analysis.ts'
import { orElse, orNull } from './lenient.ts'
import { rowShape } from './report-row.ts'

export const RedirectHop = z.object({ url: z.string(), status: z.int(), location: orNull(z.string()) })
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

/** What was found on the wire and in the page, as far as a report shows it. */
export const ReportFacts = z.object({
  final_url: z.string(),
  status: z.int(),
  http_version: orNull(z.string()),
  content_type: orNull(z.string()),
  charset: orNull(z.string()),
  content_encoding: orNull(z.string()),
  bytes_transferred: orNull(z.int()),
  bytes: orNull(z.int()),
  truncated: orElse(z.boolean(), false),
  redirects: orElse(z.array(RedirectHop), []),
  headers: orElse(z.array(z.tuple([z.string(), z.string()])), []),
  certificate: orNull(CertificateFacts),
  title: orNull(z.string()),
  description: orNull(z.string()),
  canonical: orNull(z.string()),
  lang: orNull(z.string()),
})
export type ReportFacts = z.infer<typeof ReportFacts>

export const CategoryScores = z.partialRecord(z.enum(categories), z.number())
export type CategoryScores = z.infer<typeof CategoryScores>

/** A whole report. */
export const Report = z.object({
  ...rowShape,
  results: orElse(z.record(z.string(), CheckResult), {}),
  facts: orNull(ReportFacts),
  ruleset: orNull(z.int()),
  score_before_cap: orNull(z.number()),
  /** Ids of the failed gates that hold the score down. */
  capped_by: orElse(z.array(z.string()), []),
  categories: orElse(CategoryScores, {}),
  google_score: orNull(z.number()),
  timings: orNull(Timings),
})
export type Report = z.infer<typeof Report>
