import { Link, useLocation } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { changedUrlQuery } from '#web/list/use-list-query.ts'
import { viewParams } from '../report/report-view.ts'
import { reportWords as words } from '../report/words.ts'

/** Tells in the head of a report that its page was rendered, and leads to what that changed. */
export function RenderedMark({ report: { engine } }: { report: Pick<AnyReport, 'engine'> }) {
  const { search } = useLocation()
  if (engine !== 'rendered') return null
  const query = new URLSearchParams(changedUrlQuery(viewParams, {}, search, { tab: 'facts' }))
  query.delete('compare')
  return <Link to={{ search: String(query), hash: 'rendered' }}>{words.rendered}</Link>
}
