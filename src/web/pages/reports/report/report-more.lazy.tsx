import type { CheckCatalogue } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import { AnswerCard } from './answer-card.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CheckBody as Body } from './check-body.tsx'
import { CrawlingCard } from './crawling-card.tsx'
import { ReportFoot } from './report-foot.tsx'
import { SearchPreview } from './search-preview.tsx'
import { SocialPreview } from './social-preview.tsx'
import { StackCard } from './stack-card.tsx'
import { StructuredCard } from './structured-card.tsx'
import { TimingBar } from './timing-bar.tsx'
import { WordsCard } from './words-card.tsx'

export const CheckBody = Body

/** How the page is shown elsewhere, and what was found on the wire. */
export const ReportSide = ({ report: { facts, timings } }: { report: Report }) => (
  <>
    {facts && <SearchPreview facts={facts} />}
    {facts?.social && <SocialPreview social={facts.social} url={facts.final_url} />}
    {facts && <CrawlingCard facts={facts} />}
    {facts && <AnswerCard facts={facts} />}
    {timings && <TimingBar timings={timings} />}
    {facts?.certificate && <CertificateCard certificate={facts.certificate} />}
    {facts?.words && <WordsCard words={facts.words} />}
    {facts && facts.stack.length > 0 && <StackCard stack={facts.stack} />}
  </>
)

/** What stands below the checks. */
export const ReportBelow = ({ report, catalogue }: { report: Report; catalogue: CheckCatalogue | null }) => (
  <>
    {report.facts?.structured && report.facts.structured.items.length > 0 && <StructuredCard structured={report.facts.structured} />}
    <ReportFoot report={report} catalogue={catalogue} />
  </>
)
