import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReportRow } from '#contract/report-row.ts'
import { asApiError } from '#web/api/api-error.ts'
import { useCreateReport } from '#web/api/report-mutations.ts'
import { paths } from '#web/paths.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/words/errors.ts'
import { reportsWords } from '#web/words/reports.ts'
import { ReportRowActionsContext } from './report-row-actions.ts'

/** What can be done with a report without opening it. */
export function ReportMenu({ report }: { report: ReportRow }) {
  const { search, remove } = useContext(ReportRowActionsContext)
  const navigate = useNavigate()
  const create = useCreateReport()

  const open = (id: number) => navigate(paths.report(id, { list: search }))
  const copy = async (text: string, done: string) => {
    await copyText(text, undefined)
    showToast({ text: done })
  }
  const runAgain = async () => {
    const finish = showToast({ text: reportsWords.running(report.url) })
    try {
      const { id, url, score } = await create.mutateAsync({ url: report.url })
      const action = { label: reportsWords.openRan, onSelect: () => open(id) }
      showToast({ text: reportsWords.ran(url, score), tone: 'good', action })
    } catch (error) {
      showToast({ text: errorSentence(asApiError(error)), tone: 'bad' })
    } finally {
      finish()
    }
  }

  return (
    <Menu
      size="s"
      label={reportsWords.menu(report.url)}
      items={[
        { label: reportsWords.open, icon: 'open', onSelect: () => open(report.id) },
        { label: reportsWords.again, icon: 'again', onSelect: () => void runAgain() },
        { label: reportsWords.copyUrl, icon: 'copy', onSelect: () => void copy(report.url, reportsWords.urlCopied) },
        {
          label: reportsWords.copyReportLink,
          icon: 'link',
          onSelect: () => void copy(new URL(paths.report(report.id), location.href).href, reportsWords.linkCopied),
        },
        { label: reportsWords.remove, icon: 'trash', danger: true, onSelect: () => remove(report) },
      ]}
    />
  )
}
