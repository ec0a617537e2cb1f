import { defineCheck, info, pass, unknown } from '../define-check.ts'
import { headerValue, type Policy, readPolicies } from '../facts/headers.ts'

export const texts = {
  none: 'No Content Security Policy blocks injected scripts',
  inline: 'The Content Security Policy allows all inline scripts',
  anyHost: 'The Content Security Policy allows scripts from any host',
  unrestricted: 'The Content Security Policy doesn’t restrict scripts',
  reportOnly: 'The Content Security Policy is report-only',
  unknown: 'We couldn’t check the Content Security Policy',
}

export const csp = defineCheck({
  id: 'csp',
  name: 'Content Security Policy',
  aliases: ['CSP', 'security headers', 'unsafe-inline'],
  titlePass: 'A Content Security Policy blocks injected scripts',
  titleFail: texts.none,
  why: 'If an attacker manages to inject code into your page, a Content Security Policy is the last line of defence.',
  how: `Send a header such as Content-Security-Policy: script-src 'self' 'nonce-R4nd0m', with a new nonce in every response. Put the nonce on your inline scripts: <script nonce="R4nd0m">. Test the policy first as Content-Security-Policy-Report-Only.`,
  thresholds:
    "Pass: an enforced policy whose script-src or default-src allows neither inline scripts nor scripts from any host. Info: anything else, which has no effect in search. 'unsafe-inline' is ignored next to a nonce, a hash or 'strict-dynamic', as browsers do. Unlike Lighthouse’s csp-xss, object-src and base-uri aren’t checked.",
  reference: { label: 'W3C: Content Security Policy', url: 'https://www.w3.org/TR/CSP3/' },
  grade: 'heuristic',
  needs: ['response', 'metadata'],
  run({ response: { headers }, metadata: { metas } }) {
    const policies = readPolicies(headers, metas.items)
    const evidence = policies.map(evidenceOf)
    const value = policies.length
    if (value === 0) return missing(headerValue(headers, 'content-security-policy-report-only'))
    const limiting = policies.filter(limitsScripts)
    if (limiting.length === 0) {
      if (policies.some(({ cut }) => cut))
        return unknown(
          texts.unknown,
          'It’s very long. We only keep the start of it, and that part doesn’t restrict scripts.',
          { value, evidence },
        )
      return info(texts.unrestricted, { value, evidence })
    }
    if (limiting.every(allowsInline)) return info(texts.inline, { value, evidence })
    if (limiting.every(allowsAnywhere)) return info(texts.anyHost, { value, evidence })
    return pass({ value, evidence })
  },
})

function missing(reportOnly: string | null) {
  if (reportOnly === null) return info(texts.none, { value: 0 })
  const evidence = [
    {
      snippet: `content-security-policy-report-only: ${reportOnly.slice(0, 300)}`,
      note: 'Violations are reported, but nothing is blocked.',
    },
  ]
  return info(texts.reportOnly, { value: 0, evidence })
}

const evidenceOf = ({ text, at }: Policy) =>
  at === null ? { snippet: `content-security-policy: ${text.slice(0, 300)}` } : { at }

/** Returns the allowed sources of one way to run scripts, or null if the policy allows all. */
const sourcesOf = ({ directives }: Policy, kind: 'elem' | 'attr') =>
  directives.get(`script-src-${kind}`) ?? directives.get('script-src') ?? directives.get('default-src') ?? null

/** Returns true if a sandbox blocks all scripts. In a meta element it has no effect. */
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
