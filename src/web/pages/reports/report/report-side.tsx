import { lazyOr } from '#web/ui/lazy-or.ts'
import { frameWords } from '#web/words/frame.ts'

export const loadReportSide = () => import('./report-side.lazy.tsx').then((file) => file.ReportSide)

/** Loaded beside the report itself: a third of the page's code, for which verdict and checks do not wait. */
export const ReportSide = lazyOr(loadReportSide, () => <p role="alert">{frameWords.broken}</p>)
