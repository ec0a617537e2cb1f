import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { notAvailableWords as words } from './words.ts'

/** Stands in place of a page that needs another key or another server. Leads back to the settings. */
export const NotAvailable = ({ title, text }: { title: string; text: string }) => (
  <Card>
    <EmptyState
      title={title}
      actions={
        <Link to={paths.settings()} className={buttonClass({ variant: 'main' })}>
          {words.toSettings}
        </Link>
      }
    >
      {text}
    </EmptyState>
  </Card>
)
