import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { reportsWords } from '#web/words/reports.ts'
import styles from './reports-page.module.css'

/** Before the first report: what a report is, and the field that makes one. */
export function ReportsFirstRun() {
  return (
    <Card>
      <EmptyState
        title={reportsWords.emptyTitle}
        actions={
          <Button variant="main" onClick={() => document.getElementById('analyse-url')?.focus()}>
            {reportsWords.emptyAction}
          </Button>
        }
      >
        <p>{reportsWords.emptyText}</p>
        <p className={styles.example}>{reportsWords.emptyExample}</p>
      </EmptyState>
    </Card>
  )
}
