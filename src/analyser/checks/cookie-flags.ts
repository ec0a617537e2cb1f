import { count, defineCheck, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import { type Cookie, headerValues, readCookie } from '../facts/headers.ts'

export const cookieFlags = defineCheck({
  id: 'cookie-flags',
  name: 'Cookie security',
  aliases: ['cookies', 'secure', 'httponly', 'samesite'],
  titlePass: 'Every cookie is set with Secure, HttpOnly and SameSite',
  titleFail: 'Cookies are set without Secure, HttpOnly or SameSite',
  why: 'Without these attributes a cookie can be read on the way, by a foreign script on the page, or be sent along with requests that other sites cause.',
  how: 'Set cookies with Secure; HttpOnly; SameSite=Lax. Leave HttpOnly out only where a script of your own has to read the cookie.',
  thresholds:
    'A cookie of the answer that lacks one of the three, or that browsers refuse (SameSite=None without Secure, broken rules of a __Host- or __Secure- name), warns. HttpOnly is not asked of CSRF tokens, Secure not of pages over HTTP, and nothing of cookies that are being deleted.',
  reference: { label: 'RFC 6265: HTTP State Management Mechanism', url: 'https://www.rfc-editor.org/rfc/rfc6265' },
  grade: 'heuristic',
  deduction: 'The share of cookies with a fault, at least 50%.',
  needs: ['response'],
  run({ response: { headers, finalUrl, answeredAt } }) {
    const secure = finalUrl.startsWith('https:')
    const cookies = headerValues(headers, 'set-cookie')
      .map((header) => ({ header, cookie: readCookie(header) }))
      .filter(({ cookie }) => !isDeleted(cookie, answeredAt))
    if (cookies.length === 0) return notApplicable('The page sets no cookies')
    const faulty = cookies
      .map(({ header, cookie }) => ({ header, faults: faultsOf(cookie, secure) }))
      .filter(({ faults }) => faults.length > 0)
    if (faulty.length === 0)
      return pass({
        value: 0,
        title: `The page sets ${count(cookies.length, 'cookie')} with the attributes that protect ${cookies.length === 1 ? 'it' : 'them'}`,
      })
    const title = `${faulty.length} of ${count(cookies.length, 'cookie')} ${faulty.length === 1 ? 'lacks' : 'lack'} protection or ${faulty.length === 1 ? 'is' : 'are'} refused by browsers`
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
    ['Secure is missing.', secure && !isSecure],
    ['HttpOnly is missing.', !attributes.has('httponly') && !/csrf|xsrf/i.test(name.slice(0, 200))],
    ['SameSite is missing.', sameSite === undefined],
    [
      'SameSite is none of Strict, Lax and None.',
      sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite),
    ],
    ['Browsers refuse it: SameSite=None needs Secure.', sameSite === 'none' && !isSecure],
    ['Browsers refuse it: its prefix needs Secure.', prefix !== undefined && !isSecure],
    ['Browsers refuse it: __Host- needs Path=/.', prefix === 'host' && attributes.get('path') !== '/'],
    ['Browsers refuse it: __Host- allows no Domain.', prefix === 'host' && (attributes.get('domain') ?? '') !== ''],
  ]
  return rules.flatMap(([fault, found]) => (found ? [fault] : []))
}

/**
 * Whether the header deletes the cookie. Max-Age comes before Expires (RFC 6265). Without a Date header only dates
 * before 1980 are certainly past.
 */
function isDeleted({ attributes }: Cookie, answeredAt: string | null): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d{1,30}$/.test(maxAge)) return Number(maxAge) <= 0
  const expires = readDate(attributes.get('expires') ?? '')
  return expires !== null && expires <= Date.parse(answeredAt ?? '1980-01-01T00:00:00Z')
}
