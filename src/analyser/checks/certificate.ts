import { count, defineCheck, fail, notApplicable, pass, warn } from '../define-check.ts'
import type { Tls } from '../crawl.ts'

const dayMs = 86_400_000
const soon = 30

/** Problems by the names of OpenSSL and Node. */
const problems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'A certificate in the chain has expired',
  CERT_NOT_YET_VALID: 'A certificate in the chain is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed, so no browser trusts it',
  SELF_SIGNED_CERT_IN_CHAIN: 'The chain of certificates ends in one that no browser trusts',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate was issued for another name',
  HOSTNAME_MISMATCH: 'The certificate was issued for another name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The chain of certificates is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'The issuer of the certificate is missing from the chain or not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The issuer of the certificate is missing from the chain or not trusted',
  CERT_REVOKED: 'The certificate was revoked by its issuer',
  CERT_SIGNATURE_FAILURE: 'The signature of the certificate is wrong',
}

export const certificate = defineCheck({
  id: 'certificate',
  name: 'SSL/TLS certificate',
  aliases: ['ssl certificate', 'https certificate', 'expired certificate'],
  titlePass: 'The certificate is valid and trusted',
  titleFail: 'The certificate is not valid or runs out soon',
  why: 'Browsers stop visitors with a full-page warning when the certificate is not valid, and crawlers may turn away.',
  how: 'Renew the certificate by itself well before it ends, for all names of the website, and send the certificates between it and the root along with it.',
  thresholds:
    'An untrusted certificate fails. Fewer than 30 days left, or less than a third of its whole life where that is shorter, warns (our own value). Days are counted from the Date of the answer.',
  reference: {
    label: 'RFC 9110: HTTPS certificate verification',
    url: 'https://www.rfc-editor.org/rfc/rfc9110#section-4.3.4',
  },
  grade: 'required',
  needs: ['response'],
  run({ response: { finalUrl, tls, answeredAt } }) {
    if (!finalUrl.startsWith('https:') || tls === null)
      return notApplicable('The page is served over HTTP, without a certificate')
    const [from, to, now] = [tls.validFrom, tls.validTo, answeredAt].map((date) => Date.parse(date ?? '')) as [
      number,
      number,
      number,
    ]
    const evidence = [{ url: new URL(finalUrl).origin, note: describe(tls) }]
    if (!tls.trusted) return fail({ ...untrusted(tls, from, to, now), evidence })
    // The connection was trusted a moment before, so a Date header outside the certificate's validity is the server's
    // mistake.
    if (!(now >= from && now <= to))
      return pass({
        value: null,
        title:
          tls.validTo === null
            ? 'The certificate is trusted'
            : `The certificate is trusted, and valid until ${day(tls.validTo)}`,
        evidence,
      })
    const left = Math.floor((to - now) / dayMs)
    const ends = `${left < 1 ? 'in less than a day' : `in ${count(left, 'day')}`}, on ${day(tls.validTo)}`
    if (to - now < Math.min(soon * dayMs, (to - from) / 3))
      return warn({ value: left, title: `The certificate runs out ${ends}`, evidence })
    return pass({
      value: left,
      title: `The certificate is trusted, and valid for ${count(left, 'more day')}`,
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
      title: `The certificate expired on ${day(validTo)}, ${now - to < dayMs ? 'less than a day' : count(Math.floor((now - to) / dayMs), 'day')} ago`,
    }
  if (problem === 'CERT_NOT_YET_VALID' && from > now)
    return { value, title: `The certificate is not valid before ${day(validFrom)}` }
  const known = problem !== null && Object.hasOwn(problems, problem) ? problems[problem] : undefined
  return {
    value,
    title:
      known ??
      (problem === null ? 'The certificate is not trusted' : `The certificate is not trusted: ${problem.slice(0, 80)}`),
  }
}

const day = (date: string | null) => (date ?? '').slice(0, 10)

const describe = ({ subject, issuer, validFrom, validTo, problem }: Tls) =>
  `Issued for ${subject?.slice(0, 200) ?? 'no name'} by ${issuer?.slice(0, 200) ?? 'no name'}, valid from ${day(validFrom) || 'an unknown day'} to ${day(validTo) || 'an unknown day'}.${problem === null ? '' : ` ${problem.slice(0, 80)}`}`
