import { compareChecks } from '#analyser/compare/compare-checks.ts'
import type {
  CheckChange,
  ComparedReport,
  Comparison,
  IssueState,
  PageHistory,
  ValueChange,
} from '#contract/reports/comparison.ts'
import type { PageCheck } from '#contract/sharing/opened-link.ts'
import { pathKey } from '#contract/url-key.ts'
import type { HistoryRow } from '#service/store/pages/page-history.ts'
import type { ReportRecord, WholeReport } from '#service/store/reports/reports.ts'
import { nameOfCheck } from './check-names.ts'

type Evaluated = Pick<Comparison, 'change' | 'causes' | 'values'> & { checks: readonly CheckChange[] }

const presentCompared = ({ id, url, score, result, ruleset, title, created_at }: ReportRecord): ComparedReport => ({
  id,
  url,
  score,
  result,
  ruleset,
  title,
  created_at,
})

/** Presents the changes of a page from the report `before` to the report `after`. */
export const presentComparison = (
  before: ReportRecord,
  after: ReportRecord,
  { change, causes, checks, values }: Evaluated,
): Comparison => ({
  url: after.url,
  website_id: after.website_id,
  domain: after.domain,
  before: presentCompared(before),
  after: presentCompared(after),
  change,
  causes,
  checks: checks.map((check) => ({ ...check, name: nameOfCheck(check.id) })),
  values: before.website_id === after.website_id ? values : values.map(withoutHosts),
})

/** Marks a URL of another website as the same if its path is. */
function withoutHosts(value: ValueChange): ValueChange {
  const { name, before, after } = value
  if (name !== 'canonical' && name !== 'final_url') return value
  const isSamePath = typeof before === 'string' && typeof after === 'string' && pathKey(before) === pathKey(after)
  return isSamePath ? { ...value, is_changed: false } : value
}

type StateOverTime = { state: IssueState['state']; since: number; reachesEnd: boolean }

/** Presents the history of a page. `read` are the reports that the states were found in, the newest first. */
export const presentHistory = (
  rows: readonly HistoryRow[],
  { total, limit }: PageHistory['meta'],
  states: ReadonlyMap<string, StateOverTime>,
  read: readonly Pick<ReportRecord, 'id' | 'created_at'>[],
): Omit<PageHistory, 'status'> => ({
  data: [...rows],
  meta: { total, limit },
  issues: Object.fromEntries([...states].map(([check, state]) => [check, presentState(state, read)])),
})

function presentState(
  { state, since, reachesEnd }: StateOverTime,
  read: readonly Pick<ReportRecord, 'id' | 'created_at'>[],
): IssueState {
  const first = read[since]
  return { state, since: first ? { id: first.id, created_at: first.created_at } : null, or_earlier: reachesEnd }
}

type Compared = {
  record: Pick<WholeReport['record'], 'created_at' | 'score'>
  payload: { evaluation: Pick<WholeReport['payload']['evaluation'], 'results'> }
}

/** Presents the changes of the issues of a report's page. Waived ones are left out. */
export function presentPageCheck(before: Compared, after: Compared, waived: ReadonlySet<string>): PageCheck {
  const { results } = after.payload.evaluation
  return {
    checked_at: after.record.created_at,
    score: after.record.score,
    score_before: before.record.score,
    findings: compareChecks(before.payload.evaluation.results, results, [])
      .filter(({ id }) => !waived.has(id))
      .map(({ id, importance, change }) => {
        const line = results[id]?.evidence.find((item) => item.line !== undefined)?.line ?? null
        return { check: id, name: nameOfCheck(id), importance, change, line: change === 'fixed' ? null : line }
      }),
  }
}
