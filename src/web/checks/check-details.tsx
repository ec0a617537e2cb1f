import { Link } from 'react-router-dom'
import { categoryLabels, type CheckInfo, rankLabels } from '#contract/reports/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { Card, Fact } from '#web/ui/page.tsx'
import { ExternalLink } from '#web/ui/url.tsx'
import { checkWords, checksPageWords as words } from './words.ts'
import styles from './checks.module.css'

/** One check: its test, reason, pass criteria and effect on the score. */
export function CheckDetails({ check, checkName }: { check: CheckInfo; checkName: (id: string) => string }) {
  const { id, category, importance, evidence_grade, needs, title_pass, title_fail, why, how, thresholds } = check
  return (
    <div className={`grid roomy ${styles.described}`}>
      <Card className={`stack breaks pretty ${styles.prose}`}>
        <Part title={words.why}>{why}</Part>
        <Part title={words.how}>{how}</Part>
        <Part title={words.thresholds}>{thresholds}</Part>
        <section>
          <h2>{words.scoring}</h2>
          {scoringOf(check, checkName).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
        {check.reference && (
          <section>
            <h2>{words.reference}</h2>
            <p>
              <ExternalLink url={check.reference.url} newWindow={words.newWindow}>
                {check.reference.label}
              </ExternalLink>
            </p>
          </section>
        )}
      </Card>
      <Card>
        <dl className={`stack snug breaks ${styles.facts}`}>
          <Fact name={words.passTitle}>{title_pass}</Fact>
          <Fact name={words.failTitle}>{title_fail}</Fact>
          <Fact name={words.columns.importance}>{words.importance[importance]}</Fact>
          {check.rank && <Fact name={words.rank}>{`${check.rank}: ${rankLabels[check.rank]}`}</Fact>}
          <Fact name={words.columns.grade}>{checkWords.grade[evidence_grade]}</Fact>
          <Fact name={words.columns.needs}>
            {needs.length > 0 ? needs.map((need) => checkWords.needs[need]).join(', ') : words.pageOnly}
          </Fact>
          <Fact name={words.category}>
            <Link to={{ pathname: paths.checks(), hash: category }}>{categoryLabels[category]}</Link>
          </Fact>
          <Fact name={words.id}>
            <code>{id}</code>
          </Fact>
        </dl>
      </Card>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: string }) =>
  children ? (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  ) : null

/** Returns sentences about the check's effect on the score. */
function scoringOf(
  { scored, gate: isBlocker, points, deduction, supersedes, evidence_grade, source }: CheckInfo,
  checkName: (id: string) => string,
): string[] {
  if (!scored) return [words.shownOnly]
  return [
    words.deducts(points),
    deduction ?? words.deduction,
    ...(supersedes.length > 0 ? [words.supersedes(supersedes.map(checkName).join(', '))] : []),
    ...(isBlocker ? [words.isBlocker] : []),
    (source ? source === 'google' : evidence_grade !== 'heuristic') ? words.googleYes : words.googleNo,
  ]
}
