import { count, defineCheck, info, notApplicable, pass, unknown } from '../define-check.ts'
import { headerValues, isCut } from '../facts/headers.ts'

const header = 'strict-transport-security'
const year = 31_536_000
const daySeconds = 86_400

export const texts = {
  missing: 'HSTS is missing or too short',
  malformed: 'The HSTS header is malformed, so browsers ignore it',
  off: 'The HSTS header turns HSTS off (max-age=0)',
  short: (duration: string) => `HSTS max-age is ${duration}. Use at least a year`,
  unknown: 'We couldn’t check the HSTS header',
}

export const hsts = defineCheck({
  id: 'hsts',
  name: 'HSTS',
  aliases: ['strict-transport-security', 'security headers'],
  titlePass: 'HSTS is on for at least a year',
  titleFail: texts.missing,
  why: 'Without HSTS, the first request of a visit can go over HTTP, where others can read or redirect it.',
  how: 'Send Strict-Transport-Security: max-age=31536000 on every HTTPS response. Start with a short max-age: browsers remember it until it expires.',
  thresholds:
    'Pass: a max-age of a year (31,536,000 seconds) or more. Info: less, missing or malformed, which has no effect in search. Not applicable: HTTP pages and IP hosts. Only the first header counts (RFC 6797). includeSubDomains and preload aren’t required. Based on Lighthouse (has-hsts).',
  reference: { label: 'RFC 6797: HTTP Strict Transport Security', url: 'https://www.rfc-editor.org/rfc/rfc6797' },
  grade: 'recommended',
  needs: ['response'],
  run({ response: { finalUrl, headers } }) {
    const { protocol, hostname } = new URL(finalUrl)
    if (protocol !== 'https:') return notApplicable('HSTS needs HTTPS, but the page uses HTTP')
    if (isIpAddress(hostname)) return notApplicable('HSTS doesn’t apply to IP addresses')
    const [first, ...others] = headerValues(headers, header)
    if (first === undefined) return info(texts.missing, { value: null })
    const evidence = [
      {
        snippet: `${header}: ${first.slice(0, 300)}`,
        ...(others.length > 0
          ? {
              note: `Browsers ignore ${count(others.length, 'further HSTS header')}.`,
            }
          : {}),
      },
    ]
    const cut = isCut(first)
    const maxAge = readMaxAge(cut ? first.slice(0, first.lastIndexOf(';') + 1) : first)
    if (cut && maxAge === null)
      return unknown(texts.unknown, 'It’s very long. We only keep the start of it, and that part has no max-age.', {
        evidence,
      })
    if (maxAge === null) return info(texts.malformed, { value: null, evidence })
    if (maxAge === 0) return info(texts.off, { value: 0, evidence })
    if (maxAge < year) return info(texts.short(duration(maxAge)), { value: maxAge, evidence })
    return pass({ value: maxAge, evidence })
  },
})

const duration = (seconds: number) =>
  seconds < daySeconds ? 'less than a day' : count(Math.floor(seconds / daySeconds), 'day')

/**
 * Returns true if the host is an IP address. In the form of the URL standard, only an IPv4 address ends in a number.
 */
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
