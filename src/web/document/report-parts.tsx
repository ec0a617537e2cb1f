import { categories, isDecided } from '#contract/reports/analysis.ts'
import type { ComparedCheck, Comparison } from '#contract/reports/comparison.ts'
import { indexabilityText, indexabilityTone } from '#contract/reports/indexability.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import { checkAnchor, type CheckView, fixFirst } from '#web/checks/check-view.ts'
import { ScoreMark } from '#web/ui/rating-badge.tsx'
import { Appendix } from './appendix.tsx'
import {
  Actions,
  BiggestFixes,
  Figures,
  FixedIssues,
  maxActions,
  maxFixes,
  type Part,
  type Parts,
} from './sections.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'
import coverStyles from './cover.module.css'

/** The summary and the sections of the client report of one page. */
export function reportParts(given: AnyClientDocument, checks: readonly CheckView[]): Parts {
  const { brand, comparison, is_comparison: isComparison, report } = given
  const fixes = fixFirst(checks).filter(({ points, capsScore }) => points > 0 || capsScore)
  const steps = stepsOf(fixes.slice(0, maxActions), brand.sections.includes('appendix'))
  const actions: Part = { id: 'actions', content: <Actions none={words.noActions} actions={steps} /> }
  const progress: Part = { id: 'progress', content: <Progress comparison={comparison} checks={checks} /> }
  const shown = isComparison ? [progress, actions] : [actions, progress]
  const appendix: Part = { id: 'appendix', content: <Appendix checks={checks} /> }
  const indexable = report?.facts?.indexable
  const hasProgress = comparison !== null && (isComparison || brand.sections.includes('progress'))
  return {
    summary: {
      headline: indexable ? indexabilityText(indexable) : words.sections.summary,
      isBad: indexable ? indexabilityTone(indexable) === 'bad' : false,
      score: report?.score ?? null,
      notes: [comparison && changeOf(comparison), indexable?.redirects && words.summary.ofTarget],
      content: (
        <>
          <Findings document={given} checks={checks} />
          <div className={coverStyles.columns}>
            {brand.sections.includes('actions') && <BiggestFixes actions={steps} />}
            {hasProgress && <FixedIssues fixed={fixedOf(comparison)} limit={maxFixes} />}
          </div>
        </>
      ),
    },
    parts: [...shown, appendix].filter(
      ({ id }) => brand.sections.some((section) => section === id) || (isComparison && id === 'progress'),
    ),
  }
}

type FindingsProps = { document: AnyClientDocument; checks: readonly CheckView[] }

/** The number of checks with each outcome and the score of each area, beside the page as a phone shows it. */
function Findings({ document: { report, screenshot }, checks }: FindingsProps) {
  if (!report) return null
  const { summary } = words
  const scored = checks.filter((check) => check.scored !== false && isDecided(check))
  const countOf = (outcome: CheckView['outcome']) => scored.filter((check) => check.outcome === outcome).length
  const scores = categories.flatMap((category) => {
    const score = report.categories[category]
    return score === undefined ? [] : [{ category, score }]
  })
  const found = (
    <>
      <Figures
        figures={[
          [summary.passed, countOf('pass')],
          [summary.warned, countOf('warn')],
          [summary.failed, countOf('fail')],
          [summary.all, scored.length],
        ]}
      />
      {scores.length > 0 && (
        <div>
          <h3>{summary.areas}</h3>
          <ul className={coverStyles.areas}>
            {scores.map(({ category, score }) => (
              <li key={category} className="spread small">
                <span>{words.areas[category]}</span>
                <ScoreMark
                  score={roundScore(score)}
                  rating={ratingOf(score)}
                  label={ratingTable[ratingOf(score)].label}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
  return screenshot ? (
    <div className={coverStyles.withScreenshot}>
      <div className="grid">{found}</div>
      <figure>
        <img src={screenshot} alt={summary.screenshotOf(report.url)} width="412" height="823" />
        <figcaption>{summary.screenshot}</figcaption>
      </figure>
    </div>
  ) : (
    found
  )
}

/** The change of the score in a sentence. */
const changeOf = ({ change, before, after }: Comparison): string =>
  words.change(change, otherDay(before.created_at, after.created_at))

/** Returns the earlier day in words; null if it is the same one, which would say nothing. */
function otherDay(before: string | null, after: string | null): string | null {
  const day = words.day(before ?? '')
  return day === words.day(after ?? '') ? null : day
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
  const [fixed, partlyFixed, appeared, worse] = [of('fixed'), of('partly_fixed'), of('new'), of('worse')]
  const open = of('unchanged')
  const day = otherDay(before.created_at, after.created_at)
  const actions = new Map(views.map(({ id, info }) => [id, info?.action]))
  return (
    <>
      <div className={styles.progress}>
        <p className={styles.lead}>
          {before.score !== null &&
            after.score !== null &&
            (before.score === after.score ? words.same(after.score) : words.fromTo(before.score, after.score))}
        </p>
        {day && <p className={styles.note}>{words.since(day)}</p>}
      </div>
      {fixed.length + partlyFixed.length + appeared.length + worse.length === 0 && <p>{words.nothingChanged}</p>}
      <Issues title={words.fixed(fixed.length)} checks={fixed} actions={actions} />
      <Issues title={words.partlyFixed(partlyFixed.length)} checks={partlyFixed} actions={actions} />
      <Issues title={words.appeared(appeared.length)} checks={appeared} actions={actions} />
      <Issues title={words.worse(worse.length)} checks={worse} actions={actions} />
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
