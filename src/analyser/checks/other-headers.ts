import { defineCheck, info, pass } from '../define-check.ts'
import { headerValues, readPolicies } from '../facts/headers.ts'
import { headMetas, type Meta } from '../facts/metadata.ts'
import type { Header } from '../fetched-page.ts'

export const texts = {
  noSniffing: 'There’s no X-Content-Type-Options.',
  noFraming: 'There’s no frame-ancestors or X-Frame-Options.',
  noReferrer: 'There’s no Referrer-Policy.',
  anyFrame: 'frame-ancestors * lets every website frame this page.',
  unsafeUrl: 'The referrer policy is unsafe-url, which sends full URLs to every website.',
  sniffing: (values: string) =>
    `X-Content-Type-Options is ${values}. Browsers use the first value, which isn’t nosniff.`,
  framing: (values: string) => `X-Frame-Options is ${values}, which has no effect.`,
  referrer: (values: string) => `The referrer policy is ${values}, which browsers don’t recognise.`,
  faulty: (headers: string[]) =>
    `${headers.length} of 3 security headers ${headers.length === 1 ? 'is' : 'are'} missing or ${headers.length === 1 ? 'has' : 'have'} no effect: ${headers.join(', ')}`,
}

export const otherHeaders = defineCheck({
  id: 'other-headers',
  name: 'Security headers',
  aliases: ['x-frame-options', 'x-content-type-options', 'referrer-policy', 'clickjacking'],
  titlePass: 'Security headers are set',
  titleFail: 'Some security headers are missing',
  why: 'These headers stop browsers guessing file types, stop other websites framing yours to hijack clicks, and stop URLs leaking to them.',
  how: "Send X-Content-Type-Options: nosniff, Content-Security-Policy: frame-ancestors 'self' and Referrer-Policy: strict-origin-when-cross-origin.",
  thresholds:
    'Info: X-Content-Type-Options: nosniff, framing protection (frame-ancestors, else X-Frame-Options DENY or SAMEORIGIN) or a Referrer-Policy other than unsafe-url is missing or has no effect. None of them changes results in search. Repeated values are combined as in the Fetch and HTML standards. Common practice (OWASP).',
  reference: {
    label: 'OWASP: HTTP Headers Cheat Sheet',
    url: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
  },
  grade: 'heuristic',
  needs: ['response', 'metadata'],
  run({ response: { headers }, metadata: { metas } }) {
    const checked: [name: string, fault: string | null][] = [
      ['X-Content-Type-Options', sniffing(headers)],
      ['frame-ancestors', framing(headers)],
      ['Referrer-Policy', referring(headers, metas.items)],
    ]
    const faults = checked.filter(([, fault]) => fault !== null)
    if (faults.length === 0) return pass({ value: 0 })
    const evidence = faults.map(([, fault]) => ({ note: fault ?? '' }))
    return info(texts.faulty(faults.map(([name]) => name)), { value: faults.length, evidence })
  },
})

/** Returns all values of a header in lower case. Several headers and a comma mean the same. */
const valuesOf = (headers: Header[], name: string) =>
  headerValues(headers, name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim().toLowerCase())

const quoted = (values: string[]) => `“${values.join(', ').slice(0, 100)}”`

/** Checks X-Content-Type-Options. The first value decides (Fetch standard). */
function sniffing(headers: Header[]): string | null {
  const values = valuesOf(headers, 'x-content-type-options')
  if (values.length === 0) return texts.noSniffing
  return values[0] === 'nosniff' ? null : texts.sniffing(quoted(values))
}

/**
 * Checks framing. frame-ancestors replaces X-Frame-Options, whose values forbid framing if they contradict each other
 * (HTML standard).
 */
function framing(headers: Header[]): string | null {
  const ancestors = readPolicies(headers, []).flatMap(({ directives }) => {
    const sources = directives.get('frame-ancestors')
    return sources ? [sources] : []
  })
  if (ancestors.length > 0) return ancestors.every((sources) => sources.includes('*')) ? texts.anyFrame : null
  const options = [...new Set(valuesOf(headers, 'x-frame-options'))]
  if (options.length === 0) return texts.noFraming
  const known = options.filter((option) => ['deny', 'sameorigin', 'allowall'].includes(option))
  const forbids = options.length > 1 ? known.length > 0 : known.length > 0 && known[0] !== 'allowall'
  return forbids ? null : texts.framing(quoted(options))
}

const policies = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
])
/** Old names that the HTML standard still accepts in a meta element. */
const olderNames: Record<string, string> = {
  never: 'no-referrer',
  default: 'strict-origin-when-cross-origin',
  always: 'unsafe-url',
  'origin-when-crossorigin': 'origin-when-cross-origin',
}

/** Checks the referrer policy. The last known value of the headers and meta elements counts. */
function referring(headers: Header[], metas: Meta[]): string | null {
  const sent = valuesOf(headers, 'referrer-policy')
  const written = headMetas(metas, 'referrer')
    .map(({ content }) => (content ?? '').trim().toLowerCase())
    .map((name) => (Object.hasOwn(olderNames, name) ? (olderNames[name] ?? name) : name))
  const last = [...sent, ...written].findLast((value) => policies.has(value))
  if (last === 'unsafe-url') return texts.unsafeUrl
  if (last !== undefined) return null
  const given = [...sent, ...written]
  return given.length === 0 ? texts.noReferrer : texts.referrer(quoted(given))
}
