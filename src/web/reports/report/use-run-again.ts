import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { later } from '#web/data/client.ts'
import { announce } from '#web/ui/live-region.tsx'
import { outwardHref } from '#web/ui/outward-href.ts'
import { showToast } from '#web/ui/toast.tsx'
import { paths } from '#web/app/paths.ts'
import { reportWords as words } from '../report-words.ts'

export type RunAgain = {
  /** Since when, in ms since 1970; null while nothing runs. */
  startedAt: number | null
  error: ApiError | null
  run: () => void
  cancel: () => void
}

/** Other servers may leave the scheme out of what they send; asked for, it is part of a URL. */
const urlOf = (sent: string) => (/^https?:/i.test(sent) ? sent : (outwardHref(sent) ?? sent))

/**
 * Analyses the URL once more and goes to the new report, which keeps the list this one was opened from. Whoever has left
 * the page by then is told, and stays where they are.
 */
export function useRunAgain(url: string, list: string | undefined): RunAgain {
  const navigate = useNavigate()
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef<AbortController | null>(null)
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  async function run() {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setError(null)
    setStartedAt(Date.now())
    try {
      const { createReport } = await later(() => import('#web/analyse/create-report.ts'))
      const { id, score } = await createReport(urlOf(url), controller.signal)
      const text = words.runDone(score)
      if (here.current) {
        announce(text)
        navigate(paths.report(id, { list }))
      } else
        showToast({ text, tone: 'good', action: { label: words.openNew, onSelect: () => navigate(paths.report(id)) } })
    } catch (thrown) {
      const failure = asApiError(thrown)
      // One that may have worked is told over the page.
      if (!failure.unsure && failure.kind !== 'aborted') setError(failure)
    } finally {
      running.current = null
      setStartedAt(null)
    }
  }

  return { startedAt, error, run: () => void run(), cancel: () => running.current?.abort() }
}
