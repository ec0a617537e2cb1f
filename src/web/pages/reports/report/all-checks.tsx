import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { categoryLabels } from '#contract/analysis.ts'
import { ratingOf } from '#contract/rating.ts'
import type { Report } from '#contract/report.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ScoreBar } from '#web/ui/score-bar.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { categoryAnchor, checkAnchor } from './check-anchor.ts'
import { CheckArticle } from './check-article.tsx'
import type { CheckView } from './check-view.ts'
import type { CategoryGroup } from './order.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './check-lists.module.css'

/** Every check by category. What needs work is named here and explained under "Fix first"; the rest is folded. */
export function AllChecks({ report, groups }: { report: Report; groups: readonly CategoryGroup[] }) {
  return (
    <Card flush aria-labelledby="all-checks">
      <div className={styles.head}>
        <h2 id="all-checks">{words.allChecks}</h2>
      </div>
      {groups.map((group) => (
        <CategorySection key={group.category ?? ''} group={group} score={(group.category && report.categories[group.category]) ?? null} />
      ))}
    </Card>
  )
}

function CategorySection({ group, score }: { group: CategoryGroup; score: number | null }) {
  const { category, attention, shown, passed, undecided } = group
  const id = categoryAnchor(category)
  return (
    <section id={id} className={styles.category} aria-labelledby={`${id}-name`}>
      <div className={styles.name}>
        <h3 id={`${id}-name`} tabIndex={-1}>
          {category ? categoryLabels[category] : words.other}
        </h3>
        {score !== null && <ScoreBar score={score} rating={ratingOf(score)} />}
      </div>
      {attention.length > 0 && (
        <ul>
          {attention.map((check) => (
            <li key={check.id}>
              <Pointer check={check} />
            </li>
          ))}
        </ul>
      )}
      <Fold checks={passed} label={words.passed(passed.length)} mark={<OutcomeMark outcome="pass" />} />
      <Fold checks={shown} label={words.shown(shown.length)} mark={<OutcomeMark outcome="info" />} />
      <Fold checks={undecided} label={words.undecided(undecided.length)} mark={<OutcomeMark outcome="not-applicable" />} />
    </section>
  )
}

function Pointer({ check }: { check: CheckView }) {
  const { search } = useLocation()
  return (
    <Link className={styles.pointer} to={{ search, hash: checkAnchor(check.id) }} title={words.seeAbove}>
      <OutcomeMark outcome={check.outcome} />
      <span className={styles.title}>{check.title}</span>
      {check.points > 0 && <span className={styles.points}>{words.points(check.points)}</span>}
    </Link>
  )
}

function Fold({ checks, label, mark }: { checks: readonly CheckView[]; label: string; mark: ReactNode }) {
  if (checks.length === 0) return null
  return (
    <details className={styles.fold}>
      <summary>
        {mark}
        <span className={styles.title}>{label}</span>
        <Icon name="down" />
      </summary>
      <div className={styles.folded}>
        {checks.map((check) => (
          <CheckArticle key={check.id} check={check} />
        ))}
      </div>
    </details>
  )
}
