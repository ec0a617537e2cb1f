import { count, defineCheck, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { headerValues, isCut } from '../facts/headers.ts'

const header = 'strict-transport-security'
const year = 31_536_000
const daySeconds = 86_400

export const hsts = defineCheck({
  id: 'hsts',
  name: 'HSTS',
  aliases: ['strict-transport-security', 'security headers'],
  titlePass: 'Browsers are told to come back over HTTPS only (HSTS)',
  titleFail: 'Browsers are not told to come back over HTTPS only (HSTS)',
  why: 'Without Strict-Transport-Security the first request of each visit may go over HTTP, where it can be read and redirected by others.',
  how: 'Send Strict-Transport-Security: max-age=31536000 on every HTTPS answer. Begin with a short time, as there is no way back before it ends.',
  thresholds:
    'A max-age of a year (31,536,000 seconds) or more passes (Lighthouse has-hsts); less, or no header that browsers obey, warns. Of several headers the first counts (RFC 6797); includeSubDomains and preload are not asked for.',
  reference: { label: 'RFC 6797: HTTP Strict Transport Security', url: 'https://www.rfc-editor.org/rfc/rfc6797' },
  grade: 'recommended',
  deduction: 'All where browsers get no usable header; half for a short time.',
  needs: ['response'],
  run({ response: { finalUrl, headers } }) {
    const { protocol, hostname } = new URL(finalUrl)
    if (protocol !== 'https:')
      return notApplicable('Browsers obey HSTS over HTTPS only, and the page is served over HTTP')
    if (isIpAddress(hostname)) return notApplicable('HSTS has no meaning for an IP address')
    const [first, ...others] = headerValues(headers, header)
    if (first === undefined) return warn({ extent: 1, value: null })
    const evidence = [
      {
        snippet: `${header}: ${first.slice(0, 300)}`,
        ...(others.length > 0
          ? {
              note: `${count(others.length, 'further header')} of that name ${others.length === 1 ? 'is' : 'are'} ignored.`,
            }
          : {}),
      },
    ]
    const cut = isCut(first)
    const maxAge = readMaxAge(cut ? first.slice(0, first.lastIndexOf(';') + 1) : first)
    if (cut && maxAge === null)
      return unknown(
        'The HSTS header is too long to be judged',
        'Its end is not stored, and what is stored names no max-age.',
        { evidence },
      )
    if (maxAge === null)
      return warn({
        extent: 1,
        value: null,
        title: 'Browsers cannot understand the HSTS header and ignore it',
        evidence,
      })
    if (maxAge === 0)
      return warn({ extent: 1, value: 0, title: 'The HSTS header tells browsers to forget HSTS', evidence })
    if (maxAge < year) return warn({ value: maxAge, title: `HSTS lasts ${duration(maxAge)}`, evidence })
    return pass({ value: maxAge, evidence })
  },
})

const duration = (seconds: number) =>
  seconds < daySeconds ? 'less than a day' : `${count(Math.floor(seconds / daySeconds), 'day')}, less than a year`

/** Whether the host is an IP address. In the form of the URL standard, only an IPv4 address ends in a number. */
const isIpAddress = (hostname: string) => hostname.startsWith('[') || /\.\d{1,3}$/.test(hostname)

/** A directive: a name with an optional value, which is a token or quoted. */
const directive = /^([!#$%&'*+.^_`|~0-9a-z-]+)\s{0,9}(?:=\s{0,9}(?:([!#$%&'*+.^_`|~0-9a-z-]+)|"([^"\\]{0,1000})"))?$/i

/** Returns the seconds, or null if the header violates the grammar of RFC 6797. Browsers ignore it then. */
function readMaxAge(value: string): number | null {
  const seen = new Map<string, string | null>()
  for (const part of value.split(';')) {
    const text = part.trim()
    if (text === '') continue
    const found = directive.exec(text)
    const name = found?.[1]?.toLowerCase()
    if (!found || name === undefined || seen.has(name)) return null
    seen.set(name, found[2] ?? found[3] ?? null)
  }
  const maxAge = seen.get('max-age')
  return maxAge && /^\d{1,4000}$/.test(maxAge) ? Math.min(Number(maxAge.slice(0, 300)), Number.MAX_SAFE_INTEGER) : null
}
