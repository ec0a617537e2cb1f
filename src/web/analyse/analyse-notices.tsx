import { useEffect } from 'react'
import { useLostAnalyses } from '#web/reports/create-report.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useStore } from '#web/ui/store.ts'
import { useAnalyses } from './analyses.tsx'
import { PageForm } from './page-form.tsx'
import { closeDialog, runNext, showSource } from './run-analyses.ts'
import { RunningAnalyses } from './running-analyses.tsx'
import styles from './analyse.module.css'

const PendingNotices = lazyPart(() => import('./pending-notices.tsx').then((file) => file.PendingNotices))
const Adding = lazyPart(() => import('#web/jobs/adding.tsx').then((file) => file.Adding))

/** Tells what else is at the lower edge, such as toasts, how much room what runs takes there. */
function measureDock(dock: HTMLDivElement) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--dock', `${dock.offsetHeight}px`))
  observer.observe(dock)
  return () => {
    observer.disconnect()
    style.removeProperty('--dock')
  }
}

/**
 * On every page: the analyses whose result is unknown, what runs, unless a form shows it, and the dialog that starts
 * analyses.
 */
export function AnalyseNotices() {
  const analyses = useAnalyses()
  const { dialog, draft, running, queue, fields } = useStore(analyses.state)
  const isShown = fields === 0 && (running !== null || queue.length > 0)
  const lost = useLostAnalyses()
  useEffect(() => void runNext(analyses), [analyses])
  const close = () => closeDialog(analyses)
  return (
    <>
      {lost.length > 0 && <PendingNotices lost={lost} />}
      <div ref={measureDock} className={`not-printed ${styles.dock}`}>
        {isShown && <RunningAnalyses className={styles.running} />}
        <Adding
          dialog={dialog && { ...dialog, given: dialog.text || draft }}
          page={<PageForm onClose={close} />}
          onSource={(source) => showSource(analyses, source)}
          onDialogClose={close}
        />
      </div>
    </>
  )
}
