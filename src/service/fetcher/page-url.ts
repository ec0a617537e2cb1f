import { readForm } from '#contract/forms/form.ts'
import { NewReportForm } from '#contract/forms/report-forms.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { type Failure, failures, PageRefused } from './failures.ts'

/**
 * Reads the URL of a new report. Its host is checked later, before the first connection.
 * @throws PageRefused
 */
export function readPageUrl(text: string): URL {
  const { values, problems } = readForm(NewReportForm, { url: text })
  if (values) return values.url
  const code = problems[0]?.code ?? 'required'
  throw new PageRefused(urlFailures[code] ?? failures.invalid_url)
}

/** The failure for each problem of a URL, by its code in the contract. */
const urlFailures: Partial<Record<FieldCode, Failure>> = {
  required: failures.required,
  missing_scheme: failures.missing_scheme,
  invalid_url: failures.invalid_url,
  has_credentials: failures.has_credentials,
  too_long: failures.too_long,
}

export function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

export function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** Returns a copy of a URL without its fragment. */
export function withoutFragment(url: URL): URL {
  const plain = new URL(url)
  plain.hash = ''
  return plain
}

/** Normalises an http or https URL as browsers do and drops its fragment. Returns null for any other text. */
export function normaliseUrl(text: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href
}
