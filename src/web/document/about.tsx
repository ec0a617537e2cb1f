import type { CheckInfo, CheckSource } from '#contract/analysis.ts'
import type { AnyClientDocument } from '#contract/client-document.ts'
import { type CheckView, hasVerdict } from '#web/checks/check-view.ts'
import { documentWords as words } from './words.ts'

type AboutProps = { document: AnyClientDocument; checks: readonly CheckView[]; catalogue: readonly CheckInfo[] }

/** What the score rests on, and what it does not say. */
export function About({ document: { report }, checks, catalogue }: AboutProps) {
  const { about } = words
  const used = checks.filter((check) => check.scored !== false && hasVerdict(check))
  const sources = report
    ? used.map(({ info }) => info?.source)
    : catalogue.filter(({ scored }) => scored).map(({ source }) => source)
  const count = (wanted: CheckSource) => sources.filter((source) => source === wanted).length
  const isKnown = sources.some((source) => source)
  return (
    <>
      {sources.length > 0 && (
        <p>
          {report ? about.basis(sources.length) : about.catalogue(sources.length)}{' '}
          {isKnown && about.cites(count('google'), count('standard'), count('practice'))}
        </p>
      )}
      <p>
        <b>{about.noRanking}</b>
      </p>
      {report?.created_at && <p>{about.when(words.day(report.created_at))}</p>}
    </>
  )
}
