import type { ComparedReport, Comparison } from '#contract/reports/comparison.ts'
import { Card } from '#web/ui/page.tsx'
import { NoScreenshot, Screenshot } from './screenshot.tsx'
import { renderedWords as words } from './words.ts'
import styles from './compared-screenshots.module.css'

type ComparedScreenshotsProps = { comparison: Comparison; labels: { before: string; after: string } }

/** The screenshots of both reports, side by side. */
export const ComparedScreenshots = ({ comparison: { before, after }, labels }: ComparedScreenshotsProps) => (
  <Card aria-labelledby="screenshots" className="stack snug">
    <h2 id="screenshots">{words.screenshots}</h2>
    <div className={`grid ${styles.pair}`}>
      <Side label={labels.before} report={before} />
      <Side label={labels.after} report={after} />
    </div>
  </Card>
)

const Side = ({ label, report }: { label: string; report: ComparedReport }) => (
  <figure className="stack">
    <figcaption className="faint tiny">{label}</figcaption>
    {report.has_screenshot ? <Screenshot id={report.id} url={report.url} /> : <NoScreenshot />}
  </figure>
)
