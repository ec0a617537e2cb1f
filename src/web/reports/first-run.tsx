import { startAnalysing } from '#web/data/analyse-request.ts'
import { useMayWrite } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { firstRunWords as words } from './notice-words.ts'
import styles from './first-run.module.css'

/** Explains reports before there is any, and offers to create the first. */
export function FirstRun() {
  const mayWrite = useMayWrite()
  return (
    <Card>
      <EmptyState
        title={words.title}
        actions={
          mayWrite && (
            <Button variant="main" onClick={() => startAnalysing('')}>
              {words.action}
            </Button>
          )
        }
      >
        <p>{words.text}</p>
        <p className={styles.example}>{words.example}</p>
      </EmptyState>
    </Card>
  )
}
