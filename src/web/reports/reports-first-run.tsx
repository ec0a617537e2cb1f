import { startAnalysing } from '#web/analyse/analyse-request.ts'
import { useMayWrite } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { firstRunWords } from './first-run-words.ts'
import styles from './reports-page.module.css'

/** Before the first report: what a report is, and the field that makes one. */
export function ReportsFirstRun() {
  const mayWrite = useMayWrite()
  return (
    <Card>
      <EmptyState
        title={firstRunWords.title}
        actions={
          mayWrite && (
            <Button variant="main" onClick={() => startAnalysing('')}>
              {firstRunWords.action}
            </Button>
          )
        }
      >
        <p>{firstRunWords.text}</p>
        <p className={styles.example}>{firstRunWords.example}</p>
      </EmptyState>
    </Card>
  )
}
