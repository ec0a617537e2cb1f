import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { later } from '#web/data/client.ts'
import { announce } from '#web/ui/live-region.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { getDraft, setDraft, useDraft } from '#web/data/analyse-request.ts'
import { analyseWords as words } from './words.ts'

/** The notices about failed analyses. Loaded when an analysis starts, because they must work without a network. */
export const loadNotices = () => import('./analyse-notices.tsx')

/** Why there is no report: nothing was typed, or several URLs, or the analysis failed. */
export type AnalyseProblem = 'empty' | 'several' | ApiError

/**
 * Runs one analysis at a time. The text stays in the field until there is a report, which then opens. If the person has
 * gone to another page by then, a toast links to it instead.
 */
export function useAnalysis() {
  const draft = useDraft()
  const [problem, setProblem] = useState<AnalyseProblem | null>(null)
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  const navigate = useNavigate()

  // The next analysis can start once the end of this one is on screen: until then a second submit would repeat it.
  useEffect(() => {
    if (startedAt === null) running.current = null
  })

  async function run(typed: string) {
    if (running.current) return
    setDraft(typed)
    const url = withScheme(typed)
    const found = !url ? 'empty' : hasSeveralUrls(url) ? 'several' : null
    setProblem(found)
    if (found) return
    const { signal } = (running.current = new AbortController())
    const from = location.pathname
    setStartedAt(Date.now())
    announce(words.starting(url))
    loadNotices().catch(() => {})
    try {
      const { analyseUrl } = await later(() => import('#web/reports/create-report.ts'))
      const { id, score } = await analyseUrl(url, signal)
      if (getDraft() === typed) setDraft('')
      const open = () => void navigate(paths.report(id))
      if (location.pathname === from) open()
      else showToast({ text: words.ready(score), tone: 'good', action: { label: words.open, onSelect: open } })
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.kind === 'aborted') announce(words.cancelled)
      // If the analysis may have succeeded, the notice of pending analyses reports it instead.
      if (!error.unsure) setProblem(error)
    } finally {
      setStartedAt(null)
    }
  }

  return {
    draft,
    problem,
    /** Start of the running analysis in ms since 1970; null if none is running. */
    startedAt,
    type: (text: string) => {
      setDraft(text)
      setProblem(null)
    },
    submit: (typed: string) => void run(typed),
    cancel: () => running.current?.abort(),
    dismiss: () => setProblem(null),
  }
}

/**
 * Whether a text is several URLs. One URL can hold spaces, commas and another URL, so every part has to look like one
 * of its own: with a scheme, or as a host.
 */
export function hasSeveralUrls(text: string) {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return (
    parts.length > 1 && parts.every((part) => /^(?:https?:\/\/|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/:?#]|$))/iu.test(part))
  )
}

/** Schemes without `//` that people paste. Anything else before a colon is a host with a port. */
const schemesWithoutSlashes = /^(?:javascript|data|file|blob|about|mailto|tel|ftp|view-source):/i

/** Returns the URL to analyse: the text trimmed, with `https://` if it has no scheme. */
export function withScheme(typed: string) {
  const text = typed.trim()
  if (!text || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || schemesWithoutSlashes.test(text)) return text
  return `https://${text.replace(/^\/\//, '')}`
}
