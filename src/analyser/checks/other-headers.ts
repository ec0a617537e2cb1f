import type { Header } from '../crawl.ts'
import { defineCheck, pass, warn } from '../define-check.ts'
import { headerValues, readPolicies } from '../facts/headers.ts'
import { headMetas, type Meta } from '../facts/metadata.ts'

export const otherHeaders = defineCheck({
  id: 'other-headers',
  name: 'Security headers',
  aliases: ['x-frame-options', 'x-content-type-options', 'referrer-policy', 'clickjacking'],
  titlePass: 'The page sends the usual protective headers',
  titleFail: 'The page lacks protective headers',
  why: 'These headers keep browsers from guessing file types, foreign pages from framing this one to steal clicks, and addresses from leaking to other sites.',
  how: "Send X-Content-Type-Options: nosniff, Content-Security-Policy: frame-ancestors 'self' and Referrer-Policy: strict-origin-when-cross-origin.",
  thresholds:
    'Any of three missing or without effect warns: X-Content-Type-Options nosniff; frame-ancestors in an enforced policy, else X-Frame-Options DENY or SAMEORIGIN; a Referrer-Policy by header or meta element other than unsafe-url. Several values are combined as the Fetch and HTML standards do.',
  reference: {
    label: 'OWASP: HTTP Headers Cheat Sheet',
    url: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
  },
  grade: 'heuristic',
  deduction: 'A third for each missing header.',
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
    return warn({
      extent: faults.length / 3,
      value: faults.length,
      title: `${faults.length} of 3 protective headers are missing or without effect: ${faults.map(([name]) => name).join(', ')}`,
      evidence,
    })
  },
})

/** Returns all values of a header in lower case. Several headers and a comma mean the same. */
const valuesOf = (headers: Header[], name: string) =>
  headerValues(headers, name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim().toLowerCase())

const quoted = (values: string[]) => `"${values.join(', ').slice(0, 100)}"`

/** Checks X-Content-Type-Options. The first value decides (Fetch standard). */
function sniffing(headers: Header[]): string | null {
  const values = valuesOf(headers, 'x-content-type-options')
  if (values.length === 0) return 'X-Content-Type-Options is not sent.'
  return values[0] === 'nosniff'
    ? null
    : `X-Content-Type-Options is ${quoted(values)}, of which browsers take the first, not nosniff.`
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
  if (ancestors.length > 0)
    return ancestors.every((sources) => sources.includes('*'))
      ? 'frame-ancestors * lets every page frame this one.'
      : null
  const options = [...new Set(valuesOf(headers, 'x-frame-options'))]
  if (options.length === 0) return 'Neither frame-ancestors nor X-Frame-Options is sent.'
  const known = options.filter((option) => ['deny', 'sameorigin', 'allowall'].includes(option))
  const forbids = options.length > 1 ? known.length > 0 : known.length > 0 && known[0] !== 'allowall'
  return forbids ? null : `X-Frame-Options is ${quoted(options)}, which forbids nothing.`
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
  if (last === 'unsafe-url') return 'The referrer policy is unsafe-url, which sends whole addresses to every site.'
  if (last !== undefined) return null
  const given = [...sent, ...written]
  return given.length === 0
    ? 'No Referrer-Policy is sent.'
    : `The referrer policy is ${quoted(given)}, which is none that browsers know.`
}
