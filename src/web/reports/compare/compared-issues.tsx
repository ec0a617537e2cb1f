import { Link } from 'react-router-dom'
import type { ComparedCheck, Comparison, IssueChange } from '#contract/reports/comparison.ts'
import { paths } from '#web/app/paths.ts'
import { checkAnchor, importanceRank } from '#web/checks/check-view.ts'
import { OutcomeMark } from '#web/checks/outcome.tsx'
import { useIssueState } from '#web/findings/queries.ts'
import { issueChangeWords } from '#web/resources/words.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { IssueStateLabel } from '../history/history.tsx'
import { compareWords as words } from './words.ts'
import styles from './comparison.module.css'

type ComparedIssuesProps = { comparison: Comparison; checkName: (check: string) => string; list: string | undefined }

const order: readonly IssueChange[] = [
  'fixed',
  'partly_fixed',
  'new',
  'worse',
  'not_checked',
  'not_checked_before',
  'unchanged',
]
const tones: Partial<Record<IssueChange, string>> = {
  fixed: 'good',
  partly_fixed: 'good',
  new: 'bad',
  worse: 'bad',
}

/** The issues by their change. */
export function ComparedIssues({ comparison, checkName, list }: ComparedIssuesProps) {
  const groups = Map.groupBy(comparison.checks, ({ change }) => change)
  const counts = Object.fromEntries(Array.from(groups, ([change, checks]) => [change, checks.length]))
  const to = paths.report(comparison.after.id, { list })
  return (
    <Card flush aria-labelledby="issues">
      <CardHead id="issues" title={words.issues}>
        <p className="faint tiny">{words.counts(counts)}</p>
      </CardHead>
      {comparison.checks.length === 0 && <p className="muted calm">{words.noIssues}</p>}
      {order.map((change) => {
        const checks = groups.get(change)
        return (
          checks && (
            <details key={change} className={`fold ${styles.group}`} open={change !== 'unchanged' || groups.size === 1}>
              <summary>
                <h3 className={tones[change]}>{issueChangeWords[change]}</h3>
                <span>{checks.length}</span>
                <Icon name="down" />
              </summary>
              <ul>
                {checks.toSorted(byPoints).map((check) => (
                  <Issue
                    key={check.id}
                    check={check}
                    name={checkName(check.id)}
                    to={`${to}#${checkAnchor(check.id)}`}
                  />
                ))}
              </ul>
            </details>
          )
        )
      })}
    </Card>
  )
}

const lostBy = ({ before, after }: ComparedCheck) => Math.max(before?.points_lost ?? 0, after?.points_lost ?? 0)
const byPoints = (one: ComparedCheck, other: ComparedCheck) =>
  lostBy(other) - lostBy(one) || importanceRank(one.importance) - importanceRank(other.importance)

function Issue({ check, name, to }: { check: ComparedCheck; name: string; to: string }) {
  const { before, after, change, causes } = check
  const state = useIssueState(check.id)
  const points = (before?.points_lost ?? 0) - (after?.points_lost ?? 0)
  const shown = change === 'fixed' || change === 'not_checked' ? before : after
  const isElsewhere = causes.some((cause) => cause !== 'page')
  return (
    <li>
      <span className={styles.marks}>
        {before && <OutcomeMark outcome={before.outcome} />}
        {before && after && before.outcome !== after.outcome && (
          <span className="hidden-visually">{words.became} </span>
        )}
        {after && after.outcome !== before?.outcome && <OutcomeMark outcome={after.outcome} />}
      </span>
      <span className={`grid breaks grow ${styles.text}`}>
        <Link to={to}>{name}</Link>
        {shown?.title && <span className="muted small pretty">{shown.title}</span>}
        <span className="cluster faint tiny across">
          {shown && shown.evidence > 0 && <span>{words.evidence(before?.evidence ?? 0, after?.evidence ?? 0)}</span>}
          {isElsewhere && <span>{words.because(causes)}</span>}
          {state && state.state !== 'new' && <IssueStateLabel issue={state} />}
        </span>
      </span>
      {points !== 0 && (
        <b className={`toned ${points > 0 ? 'good' : 'bad'}`}>
          <span aria-hidden="true">{words.points(points)}</span>
          <span className="hidden-visually">{words.pointsLabel(points)}</span>
        </b>
      )}
    </li>
  )
}
