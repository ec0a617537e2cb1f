import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { categoryLabels } from '#contract/analysis.ts'
import { ratingOf } from '#contract/rating.ts'
import type { Report } from '#contract/report.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ScoreBar } from '#web/ui/score-bar.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { categoryAnchor, checkAnchor } from './check-anchor.ts'
import { CheckArticle } from './check-article.tsx'
import type { CheckView } from './check-view.ts'
import { type CategoryGroup, tally } from './order.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './check-lists.module.css'

/**
 * Every check, folded by category with the number of each outcome. What needs work is explained once, under "Fix first",
 * and named here.
 */
export function AllChecks({ report, groups }: { report: Report; groups: readonly CategoryGroup[] }) {
  const place = useRef<HTMLDivElement>(null)
  const openAll = () => {
    for (const category of place.current?.querySelectorAll<HTMLDetailsElement>(':scope > details') ?? []) category.open = true
  }
  return (
    <Card flush aria-labelledby="all-checks">
      <div className={styles.head}>
        <h2 id="all-checks">{words.allChecks}</h2>
        {groups.length > 1 && (
          <Button variant="plain" size="s" onClick={openAll}>
            {words.openAll}
          </Button>
        )}
      </div>
      <div ref={place}>
        {groups.map((group) => (
          <CategorySection
            key={group.category ?? ''}
            group={group}
            score={(group.category && report.categories[group.category]) ?? null}
            open={groups.length === 1}
          />
        ))}
      </div>
    </Card>
  )
}

function CategorySection({ group, score, open }: { group: CategoryGroup; score: number | null; open: boolean }) {
  const { category, attention, rest } = group
  return (
    <details id={categoryAnchor(category)} className={styles.category} open={open}>
      <summary>
        <h3>{category ? categoryLabels[category] : words.other}</h3>
        <span className={styles.tally}>
          {tally([...attention, ...rest]).map(({ outcome, many }) => (
            <span key={outcome} title={words.outcomes[outcome](many)}>
              <OutcomeMark outcome={outcome} plain />
              <span aria-hidden="true">{many}</span>
              <span className="hidden-visually">{words.outcomes[outcome](many)}</span>
            </span>
          ))}
        </span>
        <span className={styles.score}>
          {score !== null && <ScoreBar score={score} rating={ratingOf(score)} />}
          {score === null && category && <span className={styles.unscored}>{words.notScoredMeaning}</span>}
        </span>
        <Icon name="down" />
      </summary>
      <div className={styles.checks}>
        {attention.map((check) => (
          <Pointer key={check.id} check={check} />
        ))}
        {rest.map((check) => (
          <CheckArticle key={check.id} check={check} />
        ))}
      </div>
    </details>
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
