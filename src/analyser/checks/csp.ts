import { defineCheck, pass, unknown, warn } from '../define-check.ts'
import { headerValue, type Policy, readPolicies } from '../facts/headers.ts'

export const csp = defineCheck({
  id: 'csp',
  name: 'Content Security Policy',
  aliases: ['CSP', 'security headers', 'unsafe-inline'],
  titlePass: 'A Content Security Policy keeps foreign scripts from running',
  titleFail: 'No Content Security Policy keeps foreign scripts from running',
  why: 'When a fault of the page lets a stranger write into it, a Content Security Policy is what still stops their script.',
  how: "Send a Content-Security-Policy header that limits scripts, for example script-src 'self' with a nonce for those in the page. Try it as Content-Security-Policy-Report-Only first.",
  thresholds:
    "An enforced policy, by header or meta element, whose script-src or default-src allows neither inline scripts nor scripts from anywhere passes; all else warns. 'unsafe-inline' does not count beside a nonce, a hash or 'strict-dynamic', which make browsers ignore it. Styles, object-src and base-uri are not judged, other than in Lighthouse's unscored csp-xss.",
  reference: { label: 'W3C: Content Security Policy', url: 'https://www.w3.org/TR/CSP3/' },
  grade: 'heuristic',
  deduction: 'All where no policy is enforced; half for a weak one.',
  needs: ['response', 'metadata'],
  run({ response: { headers }, metadata: { metas } }) {
    const policies = readPolicies(headers, metas.items)
    const evidence = policies.map(findingOf)
    const value = policies.length
    if (value === 0) return missing(headerValue(headers, 'content-security-policy-report-only'))
    const limiting = policies.filter(limitsScripts)
    if (limiting.length === 0) {
      if (policies.some(({ cut }) => cut))
        return unknown(
          'The Content Security Policy is too long to be judged',
          'Its end is not stored, and what is stored does not limit scripts.',
          { value, evidence },
        )
      return warn({ value, title: 'The Content Security Policy does not limit scripts', evidence })
    }
    if (limiting.every(allowsInline))
      return warn({ value, title: 'The Content Security Policy allows every inline script', evidence })
    if (limiting.every(allowsAnywhere))
      return warn({ value, title: 'The Content Security Policy allows scripts from anywhere', evidence })
    return pass({ value, evidence })
  },
})

function missing(reportOnly: string | null) {
  if (reportOnly === null) return warn({ extent: 1, value: 0 })
  const evidence = [
    {
      snippet: `content-security-policy-report-only: ${reportOnly.slice(0, 300)}`,
      note: 'Violations are reported, but nothing is stopped.',
    },
  ]
  return warn({ extent: 1, value: 0, title: 'The Content Security Policy is only reported, not enforced', evidence })
}

const findingOf = ({ text, at }: Policy) =>
  at === null ? { snippet: `content-security-policy: ${text.slice(0, 300)}` } : { at }

/** Returns the allowed sources of one way to run scripts, or null if the policy allows all. */
const sourcesOf = ({ directives }: Policy, kind: 'elem' | 'attr') =>
  directives.get(`script-src-${kind}`) ?? directives.get('script-src') ?? directives.get('default-src') ?? null

/** Whether a sandbox blocks all scripts. In a meta element it has no effect. */
const isSandboxed = ({ source, directives }: Policy) =>
  source === 'header' && directives.get('sandbox')?.includes('allow-scripts') === false

const limitsScripts = (policy: Policy) => isSandboxed(policy) || sourcesOf(policy, 'elem') !== null

const allowsInline = (policy: Policy) =>
  !isSandboxed(policy) && (['elem', 'attr'] as const).some((kind) => isInlineAllowed(sourcesOf(policy, kind)))

const isInlineAllowed = (sources: string[] | null) =>
  sources === null || (sources.includes("'unsafe-inline'") && !sources.some(overrules))

const overrules = (source: string) =>
  source === "'strict-dynamic'" || /^'(?:nonce|sha256|sha384|sha512)-[^']/.test(source)

const anywhere = new Set(['*', 'http:', 'https:', 'data:', 'http://*', 'https://*'])

const allowsAnywhere = (policy: Policy) => {
  const sources = sourcesOf(policy, 'elem') ?? []
  return !isSandboxed(policy) && !sources.includes("'strict-dynamic'") && sources.some((source) => anywhere.has(source))
}
