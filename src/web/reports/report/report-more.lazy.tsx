import type { CheckCatalogue } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { AnswerCard } from './answer-card.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CheckBody as Body } from './check-body.tsx'
import { CrawlingCard } from './crawling-card.tsx'
import { ReportFoot } from './report-foot.tsx'
import { saveReport as save } from './save-report.ts'
import { SearchPreview } from './search-preview.tsx'
import { SocialPreview } from './social-preview.tsx'
import { StackCard } from './stack-card.tsx'
import { StructuredCard } from './structured-card.tsx'
import { TimingBar } from './timing-bar.tsx'
import { WordsCard } from './words-card.tsx'
import styles from './facts.module.css'

export const CheckBody = Body
export const saveReport = save

/** How the page is shown elsewhere, and what crawlers are told. */
export const ReportSide = ({ report: { facts } }: { report: AnyReport }) => (
  <>
    {facts && <SearchPreview facts={facts} />}
    {facts?.social && <SocialPreview social={facts.social} url={facts.final_url} />}
    {facts && <CrawlingCard facts={facts} />}
  </>
)

/** What was found in the page and on the wire, and by which rules it was judged. */
export const ReportBelow = ({ report, catalogue }: { report: AnyReport; catalogue: CheckCatalogue | null }) => (
  <>
    {report.facts?.structured && report.facts.structured.items.length > 0 && (
      <StructuredCard structured={report.facts.structured} />
    )}
    {(report.facts ?? report.timings) && (
      <div className={styles.found}>
        {report.facts && <AnswerCard facts={report.facts} />}
        <div>
          {report.timings && <TimingBar timings={report.timings} />}
          {report.facts?.certificate && <CertificateCard certificate={report.facts.certificate} />}
          {report.facts?.words && <WordsCard words={report.facts.words} />}
          {report.facts && report.facts.stack.length > 0 && <StackCard stack={report.facts.stack} />}
        </div>
      </div>
    )}
    <ReportFoot report={report} catalogue={catalogue} />
  </>
)
