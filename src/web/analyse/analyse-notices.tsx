import { useEffect } from 'react'
import { useLostAnalyses } from '#web/reports/create-report.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useStore } from '#web/ui/store.ts'
import { useAnalyses } from './analyses.tsx'
import { PageForm } from './page-form.tsx'
import { closeDialog, runNext, showSource } from './run-analyses.ts'

const PendingNotices = lazyPart(() => import('./pending-notices.tsx').then((file) => file.PendingNotices))
const Adding = lazyPart(() => import('#web/jobs/adding.tsx').then((file) => file.Adding))

/** On every page: the analyses whose result is unknown, the jobs, and the dialog that starts either. */
export function AnalyseNotices() {
  const analyses = useAnalyses()
  const { dialog, draft } = useStore(analyses.state)
  const lost = useLostAnalyses()
  useEffect(() => void runNext(analyses), [analyses])
  const close = () => closeDialog(analyses)
  return (
    <>
      {lost.length > 0 && <PendingNotices lost={lost} />}
      <Adding
        dialog={dialog && { ...dialog, given: dialog.text || draft }}
        page={<PageForm onClose={close} />}
        onSource={(source) => showSource(analyses, source)}
        onDialogClose={close}
      />
    </>
  )
}
