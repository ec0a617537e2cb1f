import { dayMs } from '#contract/format/dates.ts'
import { count, defineCheck, fail, notApplicable, pass, warn } from '../define-check.ts'
import type { Tls } from '../fetched-page.ts'

const soon = 30

/** Problems by the names of OpenSSL and Node. */
export const problems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'A certificate in the chain has expired',
  CERT_NOT_YET_VALID: 'A certificate in the chain isn’t valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed, so browsers don’t trust it',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in an untrusted root',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for a different domain',
  HOSTNAME_MISMATCH: 'The certificate is for a different domain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'The issuer’s certificate is missing or not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The issuer’s certificate is missing or not trusted',
  CERT_REVOKED: 'The issuer has revoked the certificate',
  CERT_SIGNATURE_FAILURE: 'The certificate’s signature is invalid',
}

export const texts = {
  validFor: (days: string) => `The certificate is valid for ${days}`,
  validUntil: (day: string) => `The certificate is valid until ${day}`,
  expires: (when: string) => `The certificate expires ${when}`,
  expired: (day: string, age: string) => `The certificate expired on ${day}, ${age} ago`,
  notBefore: (day: string) => `The certificate isn’t valid before ${day}`,
  untrusted: 'The certificate isn’t trusted',
  untrustedFor: (problem: string) => `The certificate isn’t trusted: ${problem}`,
}

export const certificate = defineCheck({
  id: 'certificate',
  name: 'SSL/TLS certificate',
  aliases: ['ssl certificate', 'https certificate', 'expired certificate'],
  titlePass: 'The SSL certificate is valid',
  titleFail: 'The SSL certificate is invalid or expires soon',
  faults: {
    untrusted: 'The SSL certificate isn’t trusted',
    expires: 'The SSL certificate expires soon',
  },
  why: 'If the certificate isn’t valid, browsers show a full-page warning and crawlers can turn away.',
  how: 'Renew the certificate automatically, well before it expires and for every hostname. Serve the full certificate chain.',
  action: 'Renew or repair the security certificate',
  effort: 'hours',
  thresholds:
    'Pass: trusted, with enough time left. Warning: under 30 days left, or under a third of its lifetime for short-lived certificates (our threshold). Fail: not trusted (RFC 9110). Not applicable: HTTP pages. Days are counted from the response’s Date header.',
  reference: {
    label: 'RFC 9110: HTTPS certificate verification',
    url: 'https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4',
  },
  grade: 'required',
  needs: ['response'],
  run({ response: { finalUrl, tls, answeredAt } }) {
    if (!finalUrl.startsWith('https:') || tls === null)
      return notApplicable('The page uses HTTP, so it has no certificate')
    const [from, to, now] = [tls.validFrom, tls.validTo, answeredAt].map((date) => Date.parse(date ?? '')) as [
      number,
      number,
      number,
    ]
    const evidence = [{ url: new URL(finalUrl).origin, note: describe(tls) }]
    if (!tls.trusted) return fail({ fault: 'untrusted', ...untrusted(tls, from, to, now), evidence })
    // The connection was trusted a moment before, so a Date header outside the certificate's validity is the server's
    // mistake.
    if (!(now >= from && now <= to))
      return pass({
        value: null,
        title: tls.validTo === null ? 'The certificate is trusted' : texts.validUntil(day(tls.validTo)),
        evidence,
      })
    const left = Math.floor((to - now) / dayMs)
    const ends = `${left < 1 ? 'in less than a day' : `in ${count(left, 'day')}`}, on ${day(tls.validTo)}`
    if (to - now < Math.min(soon * dayMs, (to - from) / 3))
      return warn({ value: left, fault: 'expires', title: texts.expires(ends), evidence })
    return pass({
      value: left,
      title: texts.validFor(count(left, 'more day')),
      evidence,
    })
  },
})

/**
 * Describes an untrusted certificate. The value is the number of days left, negative after the end. The dates tell
 * whether the page's own certificate is the problem.
 */
function untrusted(
  { problem, validFrom, validTo }: Tls,
  from: number,
  to: number,
  now: number,
): { value: number | null; title: string } {
  const value = Number.isNaN(to - now) ? null : Math.floor((to - now) / dayMs)
  if (problem === 'CERT_HAS_EXPIRED' && to < now)
    return {
      value,
      title: texts.expired(
        day(validTo),
        now - to < dayMs ? 'less than a day' : count(Math.floor((now - to) / dayMs), 'day'),
      ),
    }
  if (problem === 'CERT_NOT_YET_VALID' && from > now) return { value, title: texts.notBefore(day(validFrom)) }
  const known = problem !== null && Object.hasOwn(problems, problem) ? problems[problem] : undefined
  return {
    value,
    title: known ?? (problem === null ? texts.untrusted : texts.untrustedFor(problem.slice(0, 80))),
  }
}

const day = (date: string | null) => (date ?? '').slice(0, 10)

const describe = ({ subject, issuer, validFrom, validTo, problem }: Tls) =>
  `Issued for ${subject?.slice(0, 200) ?? 'an unknown name'} by ${issuer?.slice(0, 200) ?? 'an unknown issuer'}, valid from ${day(validFrom) || 'an unknown date'} to ${day(validTo) || 'an unknown date'}.${problem === null ? '' : ` ${problem.slice(0, 80)}`}`
