import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { checksPageWords as words } from './page-words.ts'

/** On a server that has reports and no texts for them. */
export const NoCatalogue = () => (
  <EmptyState
    title={words.none}
    actions={
      <Link to={paths.reports()} className={buttonClass()}>
        {words.toReports}
      </Link>
    }
  >
    {words.noneText}
  </EmptyState>
)
