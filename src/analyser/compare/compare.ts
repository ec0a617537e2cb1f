import {
  type CheckChange,
  type ComparedValue,
  type ComparedValueName,
  comparedValues,
  type Comparison,
  type ValueChange,
} from '#contract/reports/comparison.ts'
import { indexabilityText } from '#contract/reports/indexability.ts'
import type { RobotsDirective } from '../facts/directives.ts'
import { documentTitle } from '../facts/metadata.ts'
import { indexabilityOf } from '../indexability.ts'
import type { PageFacts } from '../page-facts.ts'
import { compareChecks } from './compare-checks.ts'
import { type ComparableReport, shareScore } from './score-shares.ts'

/**
 * Compares two reports of one URL: their issues, the values of the page, and the reasons for a new score. `before` can
 * be the newer report.
 */
export function compareReports(
  before: ComparableReport,
  after: ComparableReport,
): Pick<Comparison, 'change' | 'causes' | 'values'> & { checks: CheckChange[] } {
  const causes = shareScore(before, after)
  return {
    change: after.score - before.score,
    causes,
    checks: compareChecks(before.results, after.results, causes),
    values: compareValues(before.facts, after.facts),
  }
}

/** Values of one report. Undefined for a value that its facts do not have. */
type Values = Record<ComparedValueName, ComparedValue | undefined>

const mostLines = 100

/** Returns the page's values in both reports, side by side. */
export function compareValues(before: PageFacts, after: PageFacts): ValueChange[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  return comparedValues.map((name) => ({
    name,
    before: was[name] ?? null,
    after: is[name] ?? null,
    is_changed: was[name] !== undefined && is[name] !== undefined && !isEqual(was[name], is[name]),
    unknown: [
      ...(was[name] === undefined ? (['before'] as const) : []),
      ...(is[name] === undefined ? (['after'] as const) : []),
    ],
  }))
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function valuesOf(facts: PageFacts): Values {
  const { response, metadata, canonicals, directives, robots, headings, entities, words } = facts
  const decided = indexabilityOf(facts)
  const visible = headings.items.filter(({ hidden }) => !hidden)
  return {
    indexability: [indexabilityText(decided), decided.reason],
    status: response.status,
    final_url: response.finalUrl,
    title: documentTitle(metadata),
    description: metadata.description,
    canonical: canonicals.items[0]?.url ?? canonicals.items[0]?.href ?? null,
    robots_meta: directivesOf(directives.items, 'meta'),
    x_robots_tag: directivesOf(directives.items, 'header'),
    robots_txt: robotsOf(robots),
    h1: visible
      .filter(({ level }) => level === 1)
      .map(({ text }) => text)
      .slice(0, mostLines),
    headings: visible.map(({ level, text }) => `H${level} ${text}`).slice(0, mostLines),
    structured_data: entities.types
      .map(({ type, total }) => (total === 1 ? type : `${type} × ${total}`))
      .slice(0, mostLines),
    html_bytes: response.bytes,
    transfer_bytes: response.wireBytes,
    words: words.count,
  }
}

/** Returns the robots rules of a source, each once: "googlebot: noindex". */
export const directivesOf = (directives: RobotsDirective[], source: RobotsDirective['source']): string[] => [
  ...new Set(
    directives
      .filter((directive) => directive.source === source)
      .map(({ agent, name, value }) => ruleText(agent, name, value)),
  ),
]

const ruleText = (agent: string | null, name: string, value: string | null) =>
  `${agent === null ? '' : `${agent}: `}${name}${value === null ? '' : `: ${value}`}`

/** Returns the state of robots.txt, and the rule that decides whether Googlebot can crawl the page. */
function robotsOf({ outcome, googlebot }: PageFacts['robots']): string[] {
  if (outcome !== 'found') return [outcome]
  const access = googlebot.allowed ? 'allowed' : 'disallowed'
  return googlebot.rule === null ? [access] : [access, googlebot.rule.text]
}
