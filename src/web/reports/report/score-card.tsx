import { Link, useLocation } from 'react-router-dom'
import { type Category, categories, categoryLabels, type CheckCatalogue, isIssue } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { ratingOf, roundScore } from '#contract/reports/rating.ts'
import type { CheckView } from '#web/checks/check-view.ts'
import { changedUrlQuery } from '#web/list/use-list-query.ts'
import { Card } from '#web/ui/page.tsx'
import { checksInView, type ReportView, viewParams } from './report-view.ts'
import { ScoreBasis } from './score-basis.tsx'
import { reportWords as words } from './words.ts'
import styles from './report-body.module.css'

type ScoreCardProps = {
  report: AnyReport
  checks: readonly CheckView[]
  catalogue: CheckCatalogue | null
  view: ReportView
}

/** A link to each category with its score, and how the scores are made. */
export function ScoreCard({ report, checks, catalogue, view }: ScoreCardProps) {
  const shown = categories.filter((category) => checks.some((check) => check.category === category))
  const hasCategories = shown.length > 1 && Object.keys(report.categories).length > 0
  if (!hasCategories && report.google_score === null && report.ruleset === null && catalogue === null) return null
  return (
    <Card className="stack snug" aria-label={words.categories}>
      {hasCategories && (
        <nav className={`choices grid ${styles.categories}`} aria-label={words.categories}>
          {shown.map((category) => (
            <CategoryLink
              key={category}
              category={category}
              score={report.categories[category] ?? null}
              checks={checks}
              view={view}
            />
          ))}
        </nav>
      )}
      <ScoreBasis report={report} catalogue={catalogue} />
    </Card>
  )
}

type CategoryLinkProps = { category: Category; score: number | null; checks: readonly CheckView[]; view: ReportView }

/** A category's score. Links to its checks, or back to all checks if they are shown already. */
function CategoryLink({ category, score, checks, view }: CategoryLinkProps) {
  const { search } = useLocation()
  const isCurrent = view.category === category
  const to = changedUrlQuery(viewParams, {}, search, { category: isCurrent ? null : category, tab: null })
  const work = checksInView(checks, { category, google: view.google }).filter(isIssue).length
  return (
    <Link to={{ search: to }} preventScrollReset aria-current={isCurrent || undefined} title={words.toFixShort(work)}>
      <span>{categoryLabels[category]}</span>
      <span className={`meter ${styles.bar} ${score === null ? '' : ratingOf(score)}`} aria-hidden="true">
        {score !== null && <i style={{ width: `${score}%` }} />}
      </span>
      <b>{score === null ? words.notScored : roundScore(score)}</b>
      <span className="hidden-visually">{score === null ? words.notScoredMeaning : words.of}</span>
    </Link>
  )
}
