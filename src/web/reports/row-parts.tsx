import { useContext } from 'react'
import { useNavigate } from 'react-router-dom'
import { indexabilityOfRow } from '#contract/reports/indexability-of-row.ts'
import { indexabilityText } from '#contract/reports/indexability-texts.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { copyText, richLink } from '#web/ui/copy-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { reportMenuWords as words } from './action-words.ts'
import { analyseUrl } from './create-report.ts'
import { deleteWithUndo } from './delete-with-undo.tsx'
import { pageFilterWords } from './page-filter-words.ts'
import { reportsWords } from './words.ts'
import styles from './row-parts.module.css'

/** The indexability of a page that Google won't index as it is, with the check behind it. */
export function IndexabilityNote(row: ReportRow) {
  const indexability = indexabilityOfRow(row)
  if (indexability === null || indexability.state === 'indexable') return null
  const tone = indexability.deliberate ? 'info' : indexability.state === 'other_url' ? 'decent' : 'bad'
  const text = indexabilityText(indexability)
  return (
    <span className={styles.headline} data-tone={tone}>
      {row.main_issue_name === null ? text : pageFilterWords.headline(text, row.main_issue_name)}
    </span>
  )
}

/** The menu of a report in a list. Starts open, because it is loaded when its button is pressed. */
export function ReportMenu({ report }: { report: ReportRow }) {
  const { search, moveFocus } = useContext(ListActionsContext)
  const navigate = useNavigate()
  const canWrite = useCanWrite()

  const link = absoluteUrl(paths.report(report.id))
  const open = (id: number) => navigate(paths.report(id, { list: search }))
  const copy = async (text: string, done: string, html?: string) => {
    await copyText(text, html)
    showToast({ text: done })
  }
  const runAgain = async () => {
    const close = showToast({ text: words.running(report.url) })
    try {
      const { id, url, score } = await analyseUrl(report.url)
      const action = { label: words.openRan, onSelect: () => open(id) }
      showToast({ text: words.ran(url, score), tone: 'good', action })
    } catch (thrown) {
      const error = asApiError(thrown)
      if (!error.unsure) showToast({ text: errorSentence(error), tone: 'bad' })
    } finally {
      close()
    }
  }
  const remove = () => {
    moveFocus([report.id])
    deleteWithUndo([report])
  }
  const linkHtml = richLink(link, words.linkName(report.url, report.score))
  const reading: MenuItem[] = [
    { label: words.copyUrl, icon: 'copy', onSelect: () => void copy(report.url, words.urlCopied) },
    { label: words.copyReportLink, icon: 'copy', onSelect: () => void copy(link, words.linkCopied, linkHtml) },
  ]
  const items: MenuItem[] = canWrite
    ? [
        { label: words.again, icon: 'again', onSelect: () => void runAgain() },
        ...reading,
        { label: words.remove, icon: 'trash', danger: true, onSelect: remove },
      ]
    : reading
  return (
    <Menu
      size="s"
      startOpen
      label={reportsWords.menu(report.url)}
      items={[{ label: words.open, icon: 'page', onSelect: () => void open(report.id) }, ...items]}
    />
  )
}
