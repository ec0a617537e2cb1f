import type { StoredFacts } from '#analyser/page-facts.ts'
import type { CheckResult } from '#contract/analysis.ts'
import type { Indexable } from '#contract/report-facts.ts'

/** In the order in which a crawler meets them. */
const gates = ['robots-blocked', 'http-status', 'noindex'] as const
type Gate = (typeof gates)[number]

/** Whether Google may index the page, as the gates judged; null where a report was made without them. */
export function presentIndexable(results: Record<string, CheckResult>, facts: StoredFacts): Indexable | null {
  const judged = gates.flatMap((gate) => (results[gate] ? [{ gate, result: results[gate] }] : []))
  if (judged.length < gates.length) return null
  const failed = judged.find(({ result }) => result.outcome === 'fail')
  if (failed) return { value: false, reason: causeOf(failed.gate, failed.result, facts) }
  const open = judged.find(({ result }) => result.outcome !== 'pass' && result.outcome !== 'warn')
  if (open) return { value: null, reason: uncapitalised(open.result.title) ?? 'it could not be determined' }
  return {
    value: true,
    reason: `it answers with status ${facts.response.status}, robots.txt lets Googlebot in and nothing forbids indexing`,
  }
}

function causeOf(gate: Gate, { title }: CheckResult, { robots, response }: StoredFacts): string {
  const rule = robots.googlebot.rule
  if (gate === 'robots-blocked' && robots.outcome === 'found' && rule)
    return `robots.txt line ${rule.line} disallows it`
  if (gate === 'http-status') return `it answers with status ${response.status}`
  return uncapitalised(title) ?? 'it is not allowed'
}

/** Titles begin with a capital and end without a full stop. */
function uncapitalised(title: string | null): string | null {
  return title === null ? null : title.replace(/^(?:A|An|The|Whether) /, (word) => word.toLowerCase())
}
