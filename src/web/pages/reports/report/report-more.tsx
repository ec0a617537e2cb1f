import { lazyOr } from '#web/ui/lazy-or.ts'
import { frameWords } from '#web/words/frame.ts'

/** What stands behind the checks' lines, beside them and below them: fetched while the report is, so that the verdict waits for none of it. */
export const loadReportMore = () => import('./report-more.lazy.tsx')

const Broken = () => <p role="alert">{frameWords.broken}</p>

export const CheckBody = lazyOr(() => loadReportMore().then((file) => file.CheckBody), Broken)
export const ReportSide = lazyOr(() => loadReportMore().then((file) => file.ReportSide), Broken)
export const ReportBelow = lazyOr(() => loadReportMore().then((file) => file.ReportBelow), () => null)
