import { type FieldCode, readForm } from '#contract/forms/form.ts'
import { maxUrlLength, NewReportForm } from '#contract/forms/report-forms.ts'
import { PageRefused } from './page-refused.ts'
import { sentences } from './sentences.ts'

/** Reads the URL of a new report. Throws PageRefused when it is not one; whether it may be contacted is checked later. */
export function readPageUrl(text: string): URL {
  const { values, problems } = readForm(NewReportForm, { url: text })
  if (values) return values.url
  const code = problems[0]?.code ?? 'required'
  throw new PageRefused(urlSentences[code] ?? sentences.notAnAddress)
}

/** The sentence for each problem of a URL, by its code in the contract. */
const urlSentences: Partial<Record<FieldCode, string>> = {
  required: sentences.missing,
  missing_scheme: sentences.noScheme,
  invalid_url: sentences.notAnAddress,
  has_credentials: sentences.credentials,
  too_long: sentences.tooLong(maxUrlLength),
}

export function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

/** The website a page belongs to: its host, without a leading `www.`, with a port that is not the scheme's own. */
export function domainOf(url: URL): string {
  const name = withoutFinalDot(url.hostname)
  const bare = name.startsWith('www.') && name.slice(4).includes('.') ? name.slice(4) : name
  return url.port === '' ? bare : `${bare}:${url.port}`
}

export function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
