import type { Tls } from '#analyser/gathered.ts'
import type { StoredFacts } from '#analyser/page-facts.ts'
import type { CertificateFacts, ReportFacts } from '#contract/report-facts.ts'

/** Of all that is known about a page, what a report shows. */
export function presentFacts({ response, charset, document, metadata, canonicals }: StoredFacts): ReportFacts {
  return {
    final_url: response.finalUrl,
    status: response.status,
    http_version: response.httpVersion,
    content_type: response.contentType,
    charset: charset.encoding,
    content_encoding: response.contentEncodings.join(', ') || null,
    bytes_transferred: response.wireBytes,
    bytes: response.bytes,
    truncated: response.truncated,
    redirects: response.redirects,
    headers: response.headers,
    certificate: response.tls && presentCertificate(response.tls),
    title: metadata.title,
    description: metadata.description,
    canonical: canonicals.items[0]?.url ?? canonicals.items[0]?.href ?? null,
    lang: document.lang,
    preview: null,
    social: null,
    robots: null,
    directives: [],
    indexable: null,
    http_variant: null,
    sitemaps: [],
    structured: null,
    words: null,
    stack: [],
    requests_made: null,
  }
}

function presentCertificate(tls: Tls): CertificateFacts {
  return {
    protocol: tls.protocol,
    trusted: tls.trusted,
    problem: tls.problem,
    subject: tls.subject,
    issuer: tls.issuer,
    valid_from: tls.validFrom,
    valid_to: tls.validTo,
    days_left: null,
  }
}
