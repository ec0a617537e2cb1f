import type { Report } from '#contract/report.ts'
import { FactsPanel } from './facts-panel.tsx'
import { SerpPreview } from './serp-preview.tsx'

/** How a search may show the page, and what was found on the wire. */
export const ReportSide = ({ report }: { report: Report }) => (
  <>
    {report.facts && <SerpPreview facts={report.facts} />}
    <FactsPanel report={report} />
  </>
)
