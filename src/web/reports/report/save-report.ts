import type { AnyReport } from '#contract/any-report.ts'
import { showToast } from '#web/ui/toast.tsx'
import { reportFactsWords as words } from '../facts-words.ts'

/** Has the browser save the report: exactly what the server sent, under a name that sorts. */
export function saveReport({ id, sent }: AnyReport) {
  try {
    saveFile(`report-${id}.json`, `${JSON.stringify(sent, null, 2)}\n`)
  } catch {
    showToast({ text: words.notSaved, tone: 'bad' })
  }
}

function saveFile(name: string, text: string) {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  setTimeout(URL.revokeObjectURL, 10_000, href)
}
