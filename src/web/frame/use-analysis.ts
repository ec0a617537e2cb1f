import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { asApiError } from '#web/api/api-error.ts'
import { useCreateReport } from '#web/api/report-mutations.ts'
import { paths } from '#web/paths.ts'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/words/errors.ts'
import { frameWords } from '#web/words/frame.ts'
import { withScheme } from './with-scheme.ts'

const words = frameWords.analyse
const draftName = 'seo-reports:analyse-draft'

type Wrong = { sentence: string; retryAt: number | null }

const keptDraft = () => {
  try {
    return sessionStorage.getItem(draftName) ?? ''
  } catch {
    return ''
  }
}

function keepDraft(draft: string) {
  try {
    if (draft) sessionStorage.setItem(draftName, draft)
    else sessionStorage.removeItem(draftName)
  } catch {
    // The field still holds it until the page is left.
  }
}

/** One analysis at a time: what was typed stays until there is a report, which then opens unless the person went elsewhere. */
export function useAnalysis() {
  const [draft, setDraft] = useState(keptDraft)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [since, setSince] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  const navigate = useNavigate()
  const { mutateAsync } = useCreateReport()

  useEffect(() => keepDraft(draft), [draft])

  async function run() {
    if (running.current) return
    const url = withScheme(draft)
    if (!url) return setWrong({ sentence: words.empty, retryAt: null })
    const control = new AbortController()
    const from = location.pathname
    running.current = control
    setWrong(null)
    setSince(Date.now())
    announce(words.starting(url))
    try {
      const report = await mutateAsync({ url, signal: control.signal })
      setDraft((now) => (withScheme(now) === url ? '' : now))
      const open = () => void navigate(paths.report(report.id))
      if (location.pathname === from) open()
      else showToast({ text: words.ready(Math.round(report.score)), tone: 'good', action: { label: words.open, onSelect: open } })
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.kind === 'aborted') announce(words.cancelled)
      else setWrong({ sentence: error.fields['url']?.join(' ') ?? errorSentence(error), retryAt: error.retryAt })
    } finally {
      running.current = null
      setSince(null)
    }
  }

  return {
    draft,
    wrong,
    /** When it began, in ms since 1970; null when none runs. */
    since,
    type: (text: string) => {
      setDraft(text)
      setWrong(null)
    },
    submit: () => void run(),
    cancel: () => running.current?.abort(),
    dismiss: () => setWrong(null),
  }
}
