import { Card } from '#web/ui/card.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { CheckArticle } from './check-article.tsx'
import { type CheckView, needsWork, wasJudged } from './check-view.ts'
import { fixFirst } from './order.ts'
import styles from './check-lists.module.css'

/** What to do first, the first of it open. */
export function FixFirst({ checks }: { checks: readonly CheckView[] }) {
  const work = fixFirst(checks)
  const judged = checks.filter(wasJudged)
  return (
    <Card flush aria-labelledby="fix-first">
      <div className={styles.head}>
        <h2 id="fix-first">{words.fixFirst}</h2>
        {judged.length > 0 && <p>{words.needWork(judged.filter(needsWork).length, judged.length)}</p>}
      </div>
      {work.map((check, index) => (
        <CheckArticle key={check.id} check={check} open={index === 0} withCategory />
      ))}
      {work.length === 0 && (
        <p className={styles.calm}>
          {judged.length === 0 ? words.noChecks : `${words.nothingToFix} ${words.nothingToFixMore(judged.length)}`}
        </p>
      )}
    </Card>
  )
}
