import { categories, isDecided } from '#contract/reports/analysis.ts'
import type { ComparedCheck, Comparison } from '#contract/reports/comparison.ts'
import { indexabilityText } from '#contract/reports/indexability.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import { checkAnchor, type CheckView, fixFirst } from '#web/checks/check-view.ts'
import { ScoreMark } from '#web/ui/rating-badge.tsx'
import { Appendix } from './appendix.tsx'
import { Actions, BiggestFixes, Figures, FixedIssues, maxActions, maxFixes, type Part } from './sections.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The sections of the client report of one page. */
export function reportParts(given: AnyClientDocument, checks: readonly CheckView[]): Part[] {
  const { brand, comparison, is_comparison: isComparison } = given
  const fixes = fixFirst(checks).filter(({ points, capsScore }) => points > 0 || capsScore)
  const steps = stepsOf(fixes.slice(0, maxActions), brand.sections.includes('appendix'))
  const actions: Part = { id: 'actions', content: <Actions none={words.noActions} actions={steps} /> }
  const progress: Part = { id: 'progress', content: <Progress comparison={comparison} checks={checks} /> }
  const shown = isComparison ? [progress, actions] : [actions, progress]
  const appendix: Part = { id: 'appendix', content: <Appendix checks={checks} /> }
  return [
    {
      id: 'summary',
      content: (
        <>
          <Summary document={given} checks={checks} />
          {brand.sections.includes('actions') && <BiggestFixes actions={steps} />}
          {comparison && (isComparison || brand.sections.includes('progress')) && (
            <FixedIssues fixed={fixedOf(comparison)} limit={maxFixes} />
          )}
        </>
      ),
    },
    ...[...shown, appendix].filter(
      ({ id }) => brand.sections.some((section) => section === id) || (isComparison && id === 'progress'),
    ),
  ]
}

function Summary({
  document: { report, comparison, screenshot },
  checks,
}: {
  document: AnyClientDocument
  checks: readonly CheckView[]
}) {
  if (!report) return null
  const { summary } = words
  const scored = checks.filter((check) => check.scored !== false && isDecided(check))
  const countOf = (outcome: CheckView['outcome']) => scored.filter((check) => check.outcome === outcome).length
  const passed = countOf('pass')
  const scores = categories.flatMap((category) => {
    const score = report.categories[category]
    return score === undefined ? [] : [{ category, score }]
  })
  const found = (
    <>
      <p className={styles.lead}>
        {report.score !== null && summary.score(report.score)} {comparison && changeOf(comparison)}
      </p>
      {report.facts?.indexable && (
        <p>{summary.indexing(indexabilityText(report.facts.indexable), report.facts.indexable.redirects !== null)}</p>
      )}
      <Figures
        figures={[
          [summary.passed, passed],
          [summary.warned, countOf('warn')],
          [summary.failed, countOf('fail')],
          [summary.all, scored.length],
        ]}
      />
      {scores.length > 0 && (
        <table className={styles.table}>
          <caption>{summary.areas}</caption>
          <thead>
            <tr>
              <th scope="col">{summary.area}</th>
              <th scope="col">{summary.scoreColumn}</th>
              <th scope="col">{words.table.rating}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map(({ category, score }) => (
              <tr key={category}>
                <th scope="row">{words.areas[category]}</th>
                <td className={styles.scoreCell}>
                  <ScoreMark
                    score={roundScore(score)}
                    rating={ratingOf(score)}
                    label={ratingTable[ratingOf(score)].label}
                  />
                </td>
                <td>{ratingTable[ratingOf(score)].label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
  return screenshot ? (
    <div className={styles.withScreenshot}>
      <div>{found}</div>
      <figure>
        <img src={screenshot} alt={summary.screenshotOf(report.url)} width="412" height="823" />
        <figcaption>{summary.screenshot}</figcaption>
      </figure>
    </div>
  ) : (
    found
  )
}

function changeOf({ change, before }: Comparison): string {
  const date = words.day(before.created_at ?? '')
  return change === 0 ? words.summary.unchanged(date) : words.summary.changed(change, date)
}

const stepsOf = (checks: readonly CheckView[], hasDetails: boolean) =>
  checks.map((check) => ({
    id: check.id,
    action: check.info?.action ?? check.title,
    effort: check.info?.effort ?? null,
    why: check.info?.why ?? '',
    gain: check.rise ? words.rise(check.rise.from, check.rise.to) : words.gain(check.points),
    href: hasDetails ? `#${checkAnchor(check.id)}` : undefined,
  }))

const fixedOf = ({ checks }: Comparison) =>
  checks
    .filter(({ change }) => change === 'fixed')
    .map(({ id, before, after }) => ({ id, text: after?.title ?? before?.title ?? id }))

type ProgressProps = { comparison: Comparison | null; checks: readonly CheckView[] }

function Progress({ comparison, checks: views }: ProgressProps) {
  if (!comparison) return <p>{words.firstReport}</p>
  const { before, after, checks } = comparison
  const of = (change: ComparedCheck['change']) => checks.filter((check) => check.change === change)
  const [fixed, appeared, open] = [of('fixed'), of('new'), of('unchanged')]
  const actions = new Map(views.map(({ id, info }) => [id, info?.action]))
  return (
    <>
      <div className={styles.progress}>
        <p className={styles.lead}>
          {before.score !== null &&
            after.score !== null &&
            (before.score === after.score ? words.same(after.score) : words.fromTo(before.score, after.score))}
        </p>
        <p className={styles.note}>
          {words.since(words.day(before.created_at ?? ''), words.day(after.created_at ?? ''))}
        </p>
      </div>
      {fixed.length + appeared.length === 0 && <p>{words.nothingChanged}</p>}
      <Issues title={words.fixed(fixed.length)} checks={fixed} actions={actions} />
      <Issues title={words.appeared(appeared.length)} checks={appeared} actions={actions} />
      <Issues title={words.open(open.length)} checks={open} actions={actions} />
    </>
  )
}

type IssuesProps = {
  title: string
  checks: readonly ComparedCheck[]
  actions: ReadonlyMap<string, string | null | undefined>
}

function Issues({ title, checks, actions }: IssuesProps) {
  if (checks.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {checks.map(({ id, change, before, after }) => (
          <li key={id}>
            {change === 'fixed' ? (after?.title ?? before?.title ?? id) : (actions.get(id) ?? after?.title ?? id)}
          </li>
        ))}
      </ul>
    </>
  )
}
