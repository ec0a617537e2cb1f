import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyReport } from '#contract/any-report.ts'
import { addressOf } from '#web/data/server.ts'
import { useMayWrite } from '#web/data/session.ts'
import { richLink, CopyButton, copyText } from '#web/ui/copy-button.tsx'
import { ShareButton } from '#web/links/share-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { outwardHref } from '#web/ui/outward-href.ts'
import { showToast } from '#web/ui/toast.tsx'
import { reportWords as words } from '../report-words.ts'
import { loadReportMore } from './report-more.tsx'
import type { RunAgain } from './use-run-again.ts'

type ReportActionsProps = {
  report: AnyReport
  again: RunAgain
  /** Where to go while the report is about to go. */
  back: string
}

/** What can be done with the report. */
export function ReportActions({ report, again, back }: ReportActionsProps) {
  const navigate = useNavigate()
  const mayWrite = useMayWrite()
  const link = addressOf(location.pathname + location.search)
  const name = words.linkName(report.url, report.score)
  const page = outwardHref(report.url)
  const remove = async () => {
    const { deleteWithUndo } = await import('../delete-with-undo.lazy.tsx')
    await navigate(back)
    deleteWithUndo([report])
  }
  return (
    <>
      {mayWrite && page && <RunButton {...again} />}
      <CopyButton
        text={link}
        html={richLink(link, name)}
        label={words.copyLink}
        doneLabel={words.linkCopied}
        icon="link"
      />
      <ShareButton kind="report" id={report.id} websiteId={report.website_id} url={link} name={name} />
      <Menu
        label={words.more}
        items={[
          ...(page
            ? [
                {
                  label: words.openPage,
                  icon: 'open' as const,
                  onSelect: () => void open(page, '_blank', 'noopener,noreferrer'),
                },
              ]
            : []),
          {
            label: words.copyUrl,
            icon: 'copy',
            onSelect: () => void copyText(report.url).then(() => showToast({ text: words.urlCopied })),
          },
          {
            label: words.download,
            icon: 'download',
            onSelect: () => void loadReportMore().then((file) => file.saveReport(report)),
          },
          ...(mayWrite
            ? [{ label: words.remove, icon: 'trash' as const, danger: true, onSelect: () => void remove() }]
            : []),
        ]}
      />
    </>
  )
}

function RunButton({ startedAt, run, cancel }: RunAgain) {
  const seconds = useSecondsSince(startedAt)
  if (startedAt === null) {
    return (
      <Button icon="again" onClick={run}>
        {words.runAgain}
      </Button>
    )
  }
  return (
    <>
      <Button busy>{words.running(seconds)}</Button>
      <Button variant="plain" onClick={cancel}>
        {words.cancelRun}
      </Button>
    </>
  )
}

function useSecondsSince(start: number | null) {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (start === null) return
    setNow(start)
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [start])
  return start === null ? 0 : Math.max(0, Math.floor((now - start) / 1000))
}
