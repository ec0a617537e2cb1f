import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reportWords as words } from '../report-words.ts'
import styles from './report-body.module.css'

/** Keeps the place of the checks. */
export const Part = () => (
  <Card className={styles.main}>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} width={`${88 - ((index * 29) % 41)}%`} />
    ))}
  </Card>
)

/** Keeps the places of the report's parts. */
export function ReportSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true" aria-label={words.loading} role="group">
      <Card className={styles.score}>
        <Skeleton height="20rem" />
      </Card>
      <Part />
      <div className={styles.side}>
        <Card>
          <Skeleton height="6rem" />
        </Card>
      </div>
    </div>
  )
}
