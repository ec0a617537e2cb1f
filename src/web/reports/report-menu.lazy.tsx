import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ReportRow } from '#contract/report-row.ts'
import { asApiError } from '#web/data/api-error.ts'
import { addressOf } from '#web/data/server.ts'
import { useMayWrite } from '#web/data/session.ts'
import { analyseUrl } from '#web/analyse/create-report.ts'
import { paths } from '#web/app/paths.ts'
import { copyText, richLink } from '#web/ui/copy-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { reportRowWords } from './row-words.ts'
import { reportsWords } from './words.ts'
import { deleteWithUndo } from './delete-with-undo.lazy.tsx'
import { ReportRowActionsContext } from './report-row-actions.ts'

/** What can be done with a report without opening it; open from the start, for it is loaded when it is asked for. */
export function ReportMenu({ report }: { report: ReportRow }) {
  const { search, leave } = useContext(ReportRowActionsContext)
  const navigate = useNavigate()
  const mayWrite = useMayWrite()

  const link = addressOf(paths.report(report.id))
  const open = (id: number) => navigate(paths.report(id, { list: search }))
  const copy = async (text: string, done: string, html?: string) => {
    await copyText(text, html)
    showToast({ text: done })
  }
  const runAgain = async () => {
    const finish = showToast({ text: reportRowWords.running(report.url) })
    try {
      const { id, url, score } = await analyseUrl(report.url)
      const action = { label: reportRowWords.openRan, onSelect: () => open(id) }
      showToast({ text: reportRowWords.ran(url, score), tone: 'good', action })
    } catch (thrown) {
      const error = asApiError(thrown)
      if (!error.unsure) showToast({ text: errorSentence(error), tone: 'bad' })
    } finally {
      finish()
    }
  }

  const remove = () => {
    leave([report.id])
    deleteWithUndo([report])
  }

  return (
    <Menu
      size="s"
      startOpen
      label={reportsWords.menu(report.url)}
      items={[
        { label: reportRowWords.open, icon: 'open', onSelect: () => open(report.id) },
        ...(mayWrite ? [{ label: reportRowWords.again, icon: 'again' as const, onSelect: () => void runAgain() }] : []),
        {
          label: reportRowWords.copyUrl,
          icon: 'copy',
          onSelect: () => void copy(report.url, reportRowWords.urlCopied),
        },
        {
          label: reportRowWords.copyReportLink,
          icon: 'link',
          onSelect: () =>
            void copy(
              link,
              reportRowWords.linkCopied,
              richLink(link, reportRowWords.linkName(report.url, report.score)),
            ),
        },
        ...(mayWrite ? [{ label: reportRowWords.remove, icon: 'trash' as const, danger: true, onSelect: remove }] : []),
      ]}
    />
  )
}
