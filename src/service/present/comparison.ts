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

const presentCompared = ({ id, score, result, ruleset, title, createdAt }: ReportRecord): ComparedReport => ({
  id,
  score,
  result,
  ruleset,
  title,
  created_at: createdAt,
})

/** Presents what became of a page from the report `before` to the report `after`. */
export const presentComparison = (
  before: ReportRecord,
  after: ReportRecord,
  { change, causes, checks, values }: Evaluated,
): Comparison => ({
  url: after.url,
  website_id: after.websiteId,
  domain: after.domain,
  before: presentCompared(before),
  after: presentCompared(after),
  change,
  causes,
  checks: checks.map((check) => ({ ...check, name: nameOfCheck(check.id) })),
  values,
})

type HistoryRow = Pick<ReportRecord, 'id' | 'score' | 'result' | 'ruleset' | 'createdAt'> &
  Pick<HistoryEntry, 'indexability'>
type StateOverTime = { state: IssueState['state']; since: number; reachesEnd: boolean }

/** Presents the history of a page. `read` are the reports that the states were found in, the newest first. */
export const presentHistory = (
  rows: readonly HistoryRow[],
  { total, limit }: PageHistory['meta'],
  states: ReadonlyMap<string, StateOverTime>,
  read: readonly Pick<ReportRecord, 'id' | 'createdAt'>[],
): PageHistory => ({
  data: rows.map(({ id, score, result, ruleset, createdAt, indexability }) => ({
    id,
    score,
    result,
    ruleset,
    created_at: createdAt,
    indexability,
  })),
  meta: { total, limit },
  issues: Object.fromEntries([...states].map(([check, state]) => [check, presentState(state, read)])),
})

function presentState(
  { state, since, reachesEnd }: StateOverTime,
  read: readonly Pick<ReportRecord, 'id' | 'createdAt'>[],
): IssueState {
  const first = read[since]
  return { state, since: first ? { id: first.id, created_at: first.createdAt } : null, or_earlier: reachesEnd }
}
