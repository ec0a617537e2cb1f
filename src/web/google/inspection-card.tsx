import { useQuery } from '@tanstack/react-query'
import type { Inspection } from '#contract/google/search-answers.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/page.tsx'
import { formatShort } from '#web/ui/time.tsx'
import { inspectionQuery } from './queries.ts'
import { searchHistoryWords as words } from './words.ts'

/** What Google has of the page of a report in its index, beside what we say. Nothing if Google wasn’t asked. */
export function InspectionCard({ report }: { report: AnyReport }) {
  const result = useQuery(inspectionQuery(report.id))
  return (
    <QueryStates result={result} height="10rem" loading={words.loading}>
      {(inspection) => inspection && <Inspected inspection={inspection} report={report} />}
    </QueryStates>
  )
}

const shortDay = (iso: string) => formatShort(new Date(iso), new Date())

function Inspected({ inspection, report }: { inspection: Inspection; report: AnyReport }) {
  const { verdict, google_index, google_canonical, user_canonical, last_crawl_at, inspected_at, before } = inspection
  const state = google_index ?? verdict
  if (state === null) return null
  const isOurs = canBeIndexed(report.indexability)
  const isGoogles = verdict === 'PASS'
  const sentence = isOurs ? words.states[isGoogles ? 'both' : 'differs'] : words.states.notOurs
  const wasOther = before && (before.google_index ?? before.verdict)
  return (
    <Card aria-labelledby="google-index" className="stack snug">
      <h2 id="google-index">{words.index}</h2>
      <Notice tone={isOurs === isGoogles ? 'info' : 'decent'}>{sentence(state, shortDay(inspected_at))}</Notice>
      {before && wasOther && <p className="muted small">{words.before(wasOther, shortDay(before.until))}</p>}
      <dl className="pairs">
        <dt>{words.googleCanonical}</dt>
        <dd>{google_canonical ?? words.noCanonical}</dd>
        <dt>{words.declaredCanonical}</dt>
        <dd>{user_canonical ?? words.noCanonical}</dd>
        <dt>{words.lastCrawl}</dt>
        <dd>{last_crawl_at === null ? words.never : shortDay(last_crawl_at)}</dd>
      </dl>
    </Card>
  )
}
