import { count, defineCheck, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import { type Cookie, headerValues, readCookie } from '../facts/headers.ts'

export const texts = {
  none: 'The page sets no cookies',
  onlySecure: 'The only cookie is secure',
  noSecure: 'Secure is missing.',
  noHttpOnly: 'HttpOnly is missing.',
  noSameSite: 'SameSite is missing.',
  badSameSite: 'SameSite must be Strict, Lax or None.',
  noneNeedsSecure: 'Browsers reject it: SameSite=None needs Secure.',
  prefixNeedsSecure: 'Browsers reject it: its prefix needs Secure.',
  hostNeedsPath: 'Browsers reject it: __Host- needs Path=/.',
  hostHasDomain: 'Browsers reject it: __Host- doesn’t allow Domain.',
  faulty: (faulty: number, cookies: number) =>
    `${faulty} of ${count(cookies, 'cookie')} ${faulty === 1 ? 'lacks security attributes or is' : 'lack security attributes or are'} rejected by browsers`,
}

export const cookieFlags = defineCheck({
  id: 'cookie-flags',
  name: 'Cookie security',
  aliases: ['cookies', 'secure', 'httponly', 'samesite'],
  titlePass: 'Cookies use Secure, HttpOnly and SameSite',
  titleFail: 'Some cookies lack security attributes',
  why: 'Without these attributes, cookies can be intercepted, read by third-party scripts, or sent with requests from other websites.',
  how: 'Set cookies with Secure; HttpOnly; SameSite=Lax. Only leave out HttpOnly if your own scripts need to read the cookie.',
  action: 'Protect cookies',
  effort: 'hours',
  thresholds:
    'Pass: every cookie has Secure, HttpOnly and SameSite. Warning: a cookie lacks one of them, or browsers reject it (SameSite=None without Secure, or a broken __Host- or __Secure- prefix). HttpOnly isn’t required for CSRF tokens, nor Secure on HTTP pages. Cookies being deleted are ignored. Common practice (SiteOne).',
  reference: { label: 'RFC 6265: HTTP State Management Mechanism', url: 'https://www.rfc-editor.org/rfc/rfc6265' },
  grade: 'heuristic',
  deduction: 'The share of cookies with a fault, at least 50%.',
  needs: ['response'],
  run({ response: { headers, finalUrl, answeredAt } }) {
    const secure = finalUrl.startsWith('https:')
    const cookies = headerValues(headers, 'set-cookie')
      .map((header) => ({ header, cookie: readCookie(header) }))
      .filter(({ cookie }) => !isDeleted(cookie, answeredAt))
    if (cookies.length === 0) return notApplicable(texts.none)
    const faulty = cookies
      .map(({ header, cookie }) => ({ header, faults: faultsOf(cookie, secure) }))
      .filter(({ faults }) => faults.length > 0)
    if (faulty.length === 0)
      return pass({
        value: 0,
        title: cookies.length === 1 ? texts.onlySecure : `All ${cookies.length} cookies are secure`,
      })
    const title = texts.faulty(faulty.length, cookies.length)
    return warn({
      extent: shareOf(faulty.length, cookies.length, 0.5),
      value: faulty.length,
      title,
      evidence: faulty.map(({ header, faults }) => ({
        snippet: `set-cookie: ${header.slice(0, 300)}`,
        note: faults.join(' '),
      })),
    })
  },
})

function faultsOf({ name, attributes }: Cookie, secure: boolean): string[] {
  const sameSite = attributes.get('samesite')?.toLowerCase()
  const isSecure = attributes.has('secure')
  const prefix = /^__(host|secure)-/i.exec(name)?.[1]?.toLowerCase()
  const rules: [fault: string, found: boolean][] = [
    [texts.noSecure, secure && !isSecure],
    [texts.noHttpOnly, !attributes.has('httponly') && !/csrf|xsrf/i.test(name.slice(0, 200))],
    [texts.noSameSite, sameSite === undefined],
    [texts.badSameSite, sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite)],
    [texts.noneNeedsSecure, sameSite === 'none' && !isSecure],
    [texts.prefixNeedsSecure, prefix !== undefined && !isSecure],
    [texts.hostNeedsPath, prefix === 'host' && attributes.get('path') !== '/'],
    [texts.hostHasDomain, prefix === 'host' && (attributes.get('domain') ?? '') !== ''],
  ]
  return rules.flatMap(([fault, found]) => (found ? [fault] : []))
}

/**
 * Returns true if the header deletes the cookie. Max-Age comes before Expires (RFC 6265). Without a Date header only
 * dates before 1980 are certainly past.
 */
function isDeleted({ attributes }: Cookie, answeredAt: string | null): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d{1,30}$/.test(maxAge)) return Number(maxAge) <= 0
  const expires = readDate(attributes.get('expires') ?? '')
  return expires !== null && expires <= Date.parse(answeredAt ?? '1980-01-01T00:00:00Z')
}
