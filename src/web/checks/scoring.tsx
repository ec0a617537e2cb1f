import { useQuery } from '@tanstack/react-query'
import type { Outcome } from '#contract/analysis.ts'
import { ratingTable } from '#contract/rating.ts'
import { Card } from '#web/ui/card.tsx'
import { outcomeWords } from './outcome-words.ts'
import { rulesetChangesQuery } from './queries.ts'
import { checksPageWords } from './words.ts'
import styles from './checks.module.css'

const words = checksPageWords.method

/** A check that a ruleset does not have was not checked either. */
const outcomeName = (outcome: Outcome | null) => outcomeWords.outcome[outcome ?? 'unknown']

/** How the score is computed, with a worked example, and what the current ruleset changed. */
export function Scoring({ ruleset, nameOf }: { ruleset: number; nameOf(id: string): string }) {
  const { data: changes = null } = useQuery(rulesetChangesQuery(ruleset))
  return (
    <Card className={styles.prose}>
      <details>
        <summary>{words.title}</summary>
        <ul>
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>{words.example}</p>
        <ul>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>{words.result}</p>
      </details>
      {changes && changes.checks.length > 0 && (
        <details>
          <summary>{words.changes(ruleset, changes.pages, changes.websites)}</summary>
          <ul>
            {changes.ratings.map(({ from, to, pages }) => (
              <li key={from + to}>
                {words.change(words.rating, ratingTable[from].label, ratingTable[to].label, pages)}
              </li>
            ))}
            {changes.checks.map(({ id, from, to, pages }) => (
              <li key={`${id} ${from} ${to}`}>{words.change(nameOf(id), outcomeName(from), outcomeName(to), pages)}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
