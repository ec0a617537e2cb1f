import { plural } from './report.ts'

const size = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const certificateProblems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'It has expired.',
  CERT_NOT_YET_VALID: 'It is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It was issued for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is signed by itself alone.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its chain ends in a certificate nobody vouches for.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT: 'Its issuer is not known.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its issuer is not known.',
}

/** The words of what stands beside a report's checks: the search result and the facts. */
export const reportFactsWords = {
  showAll: 'Show all of it',
  showLess: 'Show less',

  serp: 'In search results',
  serpNoTitle: 'No title on the page: Google will choose one itself.',
  serpNoDescription: 'No description on the page: Google will choose a passage itself.',
  serpNote: 'Google may show other words than these.',
  facts: 'Facts',
  finalUrl: 'Final URL',
  status: 'Status',
  httpVersion: 'Protocol',
  contentType: 'Type',
  charset: 'Charset',
  contentEncoding: 'Compression',
  noEncoding: 'none',
  transferred: 'Transferred',
  uncompressed: 'Uncompressed',
  truncated: 'Only the first 5 MB were read.',
  canonical: 'Canonical',
  lang: 'Language',
  ruleset: 'Rule set',
  none: 'none',
  bytes: (bytes: number) =>
    bytes < 1000 ? plural(bytes, 'byte', 'bytes') : bytes < 1e6 ? `${size.format(bytes / 1e3)} kB` : `${size.format(bytes / 1e6)} MB`,
  redirectSteps: (many: number) => plural(many, 'redirect', 'redirects'),
  timings: 'Timings',
  timingsTotal: (ms: string) => `${ms} in all`,
  step: { dns: 'Name lookup', connect: 'Connection', tls: 'TLS', ttfb: 'First byte', download: 'Download' },
  ms: (ms: number) => (ms < 1000 ? `${size.format(ms)} ms` : `${size.format(ms / 1000)} s`),
  certificate: 'Certificate',
  trusted: 'Trusted',
  untrusted: 'Not trusted',
  problem: 'Problem',
  certificateProblem: (code: string) => certificateProblems[code] ?? code,
  tlsVersion: 'TLS version',
  subject: 'Issued to',
  issuer: 'Issued by',
  validFrom: 'Valid from',
  validTo: 'Valid to',
  day: (text: string) => (Number.isNaN(Date.parse(text)) ? text : day.format(new Date(text))),
  headers: (many: number) => plural(many, 'header', 'headers'),
}
