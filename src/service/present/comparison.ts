import type {
  CheckChange,
  ComparedReport,
  Comparison,
  HistoryEntry,
  IssueState,
  PageHistory,
} from '#contract/reports/comparison.ts'
import type { ReportRecord } from '#service/store/reports/reports.ts'
import { nameOfCheck } from './check-names.ts'

type Evaluated = Pick<Comparison, 'change' | 'causes' | 'values'> & { checks: readonly CheckChange[] }

const presentCompared = ({ id, score, result, ruleset, title, created_at }: ReportRecord): ComparedReport => ({
  id,
  score,
  result,
  ruleset,
  title,
  created_at,
})

/** Presents what became of a page from the report `before` to the report `after`. */
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
  values,
})

type HistoryRow = Pick<ReportRecord, 'id' | 'score' | 'result' | 'ruleset' | 'created_at'> &
  Pick<HistoryEntry, 'indexability'>
type StateOverTime = { state: IssueState['state']; since: number; reachesEnd: boolean }

/** Presents the history of a page. `read` are the reports that the states were found in, the newest first. */
export const presentHistory = (
  rows: readonly HistoryRow[],
  { total, limit }: PageHistory['meta'],
  states: ReadonlyMap<string, StateOverTime>,
  read: readonly Pick<ReportRecord, 'id' | 'created_at'>[],
): PageHistory => ({
  data: rows.map(({ id, score, result, ruleset, created_at, indexability }) => ({
    id,
    score,
    result,
    ruleset,
    created_at,
    indexability,
  })),
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
