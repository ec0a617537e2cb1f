import { Suspense, useState } from 'react'
import type { ReportRow } from '#contract/report-row.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { reportsWords } from './words.ts'

const load = () => import('./report-menu.lazy.tsx')
const ReportMenu = lazyPart(() => load().then((file) => file.ReportMenu))

/** Stands for a report's menu until somebody opens it; the menu then takes its place, open. */
export function ReportMenuButton({ report }: { report: ReportRow }) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      variant="plain"
      size="s"
      iconOnly
      icon="more"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => {})}
      onFocus={() => void load().catch(() => {})}
      onClick={() => setWanted(true)}
    >
      {reportsWords.menu(report.url)}
    </Button>
  )
  return wanted ? (
    <Suspense fallback={button}>
      <ReportMenu report={report} />
    </Suspense>
  ) : (
    button
  )
}
