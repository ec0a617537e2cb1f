import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { pathKey } from '#contract/url-key.ts'
import { paths } from '#web/app/paths.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { ShareDialog } from '#web/links/share-button.tsx'
import { listWords } from '#web/list/words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { usePageActions } from '#web/ui/shortcuts.ts'
import { showToast } from '#web/ui/toast.tsx'
import { externalHref } from '#web/ui/url.tsx'
import { useSecondsSince } from '#web/ui/use-timers.ts'
import { analyseUrl } from '../create-report.ts'
import { deleteReports } from '../delete-reports.tsx'
import { reportActionWords as words, reportWords } from './words.ts'
import styles from './report-header.module.css'

type ReportActionsProps = {
  report: AnyReport
  runAgain: RunAgain
  /** Path of the list that is opened before the report is deleted. */
  back: string
}

/** The buttons and the menu of the report page. On phones, the menu has the buttons' actions too. */
export function ReportActions({ report, runAgain, back }: ReportActionsProps) {
  const navigate = useNavigate()
  const canWrite = useCanEdit(report.website_id)
  const isOwn = useOwnService() === true
  const link = absoluteUrl(location.pathname + location.search)
  const name = reportWords.linkName(report.url, report.score)
  const page = externalHref(report.url)
  const canRun = canWrite && page !== undefined
  const [isSharing, setSharing] = useState(false)
  const share = () => setSharing(true)
  const [dialog, showDialog] = useState<ReactNode>(null)
  const remove = () => void deleteReports([report], { showDialog, onStart: () => navigate(back) })
  const go = (path: string) => () => void navigate(path)
  const { website_id: website } = report
  const against = (id: number) => `${paths.against(id)}?path=${encodeURIComponent(pathKey(report.url))}`
  const actions = {
    again: canRun ? runAgain.run : null,
    share,
    document: isOwn ? go(paths.reportDocument(report.id, location.search)) : null,
    against: isOwn && website !== null ? go(against(website)) : null,
    exportJson: () => downloadReport(report),
    privacy: canWrite && website !== null ? go(paths.websitePrivacy(website)) : null,
    remove: canWrite ? remove : null,
  }
  usePageActions(actions)
  const items: (MenuItem | false)[] = [
    canRun &&
      runAgain.startedAt === null && {
        label: words.again,
        icon: 'again',
        className: styles.narrow,
        onSelect: runAgain.run,
      },
    { label: listWords.share, icon: 'link', className: styles.narrow, onSelect: share },
    page !== undefined && {
      label: words.openPage,
      icon: 'open',
      onSelect: () => void open(page, '_blank', 'noopener,noreferrer'),
    },
    {
      label: words.copyUrl,
      icon: 'copy',
      onSelect: () => void copyText(report.url).then(() => showToast({ text: words.urlCopied })),
    },
    actions.document !== null && { label: words.document, icon: 'page', onSelect: actions.document },
    actions.against !== null && { label: words.against, icon: 'columns', onSelect: actions.against },
    { label: words.download, icon: 'download', onSelect: actions.exportJson },
    actions.remove !== null && { label: words.remove, icon: 'trash', danger: true, onSelect: actions.remove },
  ]
  return (
    <>
      {canRun && <RunAgainButton {...runAgain} />}
      <Button className={styles.wide} onClick={share}>
        {listWords.share}
      </Button>
      {isSharing && (
        <ShareDialog
          shared={{ kind: 'report', id: report.id, websiteId: website, url: link, name }}
          onClose={() => setSharing(false)}
        />
      )}
      <Menu label={words.more} items={items.filter((item) => item !== false)} />
      {dialog}
    </>
  )
}

/** Downloads the report as JSON, exactly as the server sent it. */
function downloadReport({ id, sent }: AnyReport) {
  try {
    downloadFile(`report-${id}.json`, 'application/json', [`${JSON.stringify(sent, null, 2)}\n`])
  } catch {
    showToast({ text: words.notSaved, tone: 'bad' })
  }
}

export type RunAgain = {
  /** Start of the running analysis in ms since 1970; null if none is running. */
  startedAt: number | null
  error: ApiError | null
  run: () => void
  cancel: () => void
}

/** Returns the URL to analyse. Other servers may send URLs without a scheme, which an analysis requires. */
const urlToAnalyse = (sent: string) => (/^https?:/i.test(sent) ? sent : (externalHref(sent) ?? sent))

/**
 * Analyses the URL again and opens the changes since the report, keeping the list it was opened from. If the person has
 * left the page by then, a toast links to the report instead.
 */
export function useRunAgain(report: AnyReport | undefined, list: string | undefined): RunAgain {
  const navigate = useNavigate()
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef<AbortController | null>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])

  async function run() {
    if (running.current || !report) return
    const controller = new AbortController()
    running.current = controller
    setError(null)
    setStartedAt(Date.now())
    try {
      const { id, score } = await analyseUrl(urlToAnalyse(report.url), controller.signal)
      const compare = report.id
      const text = words.ranAgain(score)
      if (isMounted.current) {
        announce(text)
        navigate(paths.report(id, { list, compare }))
      } else
        showToast({
          text,
          tone: 'good',
          action: { label: words.open, onSelect: () => navigate(paths.report(id, { compare })) },
        })
    } catch (thrown) {
      const failure = asApiError(thrown)
      // If the analysis may have succeeded, the notice of pending analyses reports it instead.
      if (!failure.unsure && failure.kind !== 'aborted') setError(failure)
    } finally {
      running.current = null
      setStartedAt(null)
    }
  }

  return { startedAt, error, run: () => void run(), cancel: () => running.current?.abort() }
}

function RunAgainButton({ startedAt, run, cancel }: RunAgain) {
  const seconds = useSecondsSince(startedAt)
  if (startedAt === null) {
    return (
      <Button icon="again" className={styles.wide} onClick={run}>
        {words.again}
      </Button>
    )
  }
  return (
    <>
      <Button busy>{words.runningFor(seconds)}</Button>
      <Button variant="plain" onClick={cancel}>
        {words.cancelRun}
      </Button>
    </>
  )
}
