import { type ComponentType, createElement, useState } from 'react'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { frameWords } from '#web/app/words.ts'

const load = () => import('./report-more.lazy.tsx')

type More = Awaited<ReturnType<typeof load>>

let more: More | undefined

/** What stands behind the checks' lines, beside them and below them: fetched while the report is. */
export const loadReportMore = async () => (more ??= await load())

/** Drawn with the report where its file is there already, so that nothing moves; else once it is. */
function partOf<Props extends object>(find: (file: More) => ComponentType<Props>, otherwise: ComponentType<Props>) {
  const Late = lazyOr(async () => find(await loadReportMore()), otherwise)
  return function PartOfReport(props: Props) {
    const [part] = useState<ComponentType<Props>>(() => (more ? find(more) : Late))
    return createElement(part, props)
  }
}

const Broken = () => <p role="alert">{frameWords.broken}</p>

export const CheckBody = partOf((file) => file.CheckBody, Broken)
export const ReportSide = partOf((file) => file.ReportSide, Broken)
export const ReportBelow = partOf(
  (file) => file.ReportBelow,
  () => null,
)
